import type { DecodedBlock } from '@sillage/device-protocol';
import type { TappedBlock } from '../tap/index.ts';
import type { LiveVariable } from './run-devices.ts';
import { fitsInPage, newPage, type Page, putInPage } from './sample-pages.ts';

/** s of a running record that are kept: a trial, and what came before it. */
const keptSeconds = 90;
/** Numbers that are kept of one device: 16 MB. */
const mostNumbers = 2_000_000;

interface Stretch {
  readonly page: Page;
  /** Samples of the page. */
  readonly from: number;
  readonly to: number;
  readonly sequence: number;
}

/** The last samples of the record that a device makes, by the times of the record, so that a trial is analysed while it goes on. */
export class LiveSamples {
  #recordId = 0;
  /** By the modules, the oldest first. */
  readonly #pages = new Map<string, Page[]>();
  #numbers = 0;
  /** s of the record since when all is here that came. */
  #since: number | undefined;
  #lastSeconds = 0;

  /** @returns s of the record of the last sample of a block */
  take(block: TappedBlock, { timesUs, values }: DecodedBlock, startUs: number): number {
    const { header, name } = block;
    if (header.recordId !== this.#recordId) this.#forget(header.recordId);
    const times = timesUs.map((us) => (us - startUs) / 1e6);
    const last = times.at(-1) ?? 0;
    const page = this.#pageFor(block);
    putInPage(page, header.sequence, times, values);
    this.#since ??= times[0];
    this.#lastSeconds = Math.max(this.#lastSeconds, last);
    this.#dropOld(name);
    return last;
  }

  /** The samples of a window of the record; undefined where some of it are not here. */
  of(recordId: number | null, from: number, to: number): readonly LiveVariable[] | undefined {
    if (recordId !== this.#recordId || this.#since === undefined) return undefined;
    if (from < this.#since - 0.5 || to > this.#lastSeconds + 0.5) return undefined;
    const byModule = [...this.#pages].map(([name, pages]) => {
      return [name, pages.flatMap(stretchesOf).filter((one) => lastOf(one) >= from && firstOf(one) <= to)] as const;
    });
    if (byModule.some(([, stretches]) => isTorn(stretches))) return undefined;
    return byModule.flatMap(([name, stretches]) => variablesOf(name, stretches, from, to));
  }

  #pageFor({ header, module, name }: TappedBlock): Page {
    const pages = this.#pages.get(name) ?? [];
    this.#pages.set(name, pages);
    const current = pages.at(-1);
    if (current !== undefined && fitsInPage(current, header.sampleCount, module.columns)) return current;
    const page = newPage(header.sampleCount, module.columns);
    pages.push(page);
    this.#numbers += page.numbers;
    return page;
  }

  #dropOld(name: string): void {
    const pages = this.#pages.get(name) ?? [];
    while ((pages[0]?.lastSeconds ?? Number.POSITIVE_INFINITY) < this.#lastSeconds - keptSeconds) this.#drop(pages);
    while (this.#numbers > mostNumbers) {
      const oldest = this.#oldest();
      if (oldest === undefined) return;
      this.#drop(oldest);
    }
  }

  /** The pages of the module whose first one ends before those of all others; the last one of a module stays. */
  #oldest(): Page[] | undefined {
    const several = [...this.#pages.values()].filter((pages) => pages.length > 1);
    const endOf = (pages: Page[]) => pages[0]?.lastSeconds ?? 0;
    return several.reduce<Page[] | undefined>(
      (first, pages) => (first === undefined || endOf(pages) < endOf(first) ? pages : first),
      undefined,
    );
  }

  #drop(pages: Page[]): void {
    const page = pages.shift();
    this.#numbers -= page?.numbers ?? 0;
    this.#since = Math.max(this.#since ?? 0, page?.lastSeconds ?? 0);
  }

  #forget(recordId: number): void {
    this.#recordId = recordId;
    this.#pages.clear();
    this.#numbers = 0;
    this.#since = undefined;
    this.#lastSeconds = 0;
  }
}

const stretchesOf = (page: Page): Stretch[] =>
  page.sequences.map((sequence, b) => ({
    page,
    sequence,
    from: page.starts[b] ?? 0,
    to: page.starts[b + 1] ?? page.used,
  }));

const firstOf = ({ page, from }: Stretch): number => page.times[from] ?? 0;
const lastOf = ({ page, to }: Stretch): number => page.times[to - 1] ?? 0;

/** Whether a block between them was lost on its way; it comes once the record has ended. */
function isTorn(stretches: readonly Stretch[]): boolean {
  const sequences = new Set(stretches.map(({ sequence }) => sequence));
  return Math.max(...sequences) - Math.min(...sequences) >= sequences.size;
}

function variablesOf(module: string, stretches: readonly Stretch[], from: number, to: number): LiveVariable[] {
  const sorted = stretches.toSorted((a, b) => firstOf(a) - firstOf(b)).map((one) => within(one, from, to));
  const gather = (of: (page: Page) => Float64Array | undefined) => {
    const values = new Float64Array(sorted.reduce((sum, one) => sum + one.to - one.from, 0)).fill(Number.NaN);
    let at = 0;
    for (const one of sorted) {
      values.set(of(one.page)?.subarray(one.from, one.to) ?? [], at);
      at += one.to - one.from;
    }
    return values;
  };
  const timesSeconds = gather(({ times }) => times);
  return (sorted[0]?.page.names ?? []).map(({ name, unit }, column) => ({
    ...{ name: `${module}.${name}`, unit, timesSeconds },
    values: gather(({ columns }) => columns[column]),
  }));
}

/** Its part in a window. */
function within(stretch: Stretch, fromSeconds: number, toSeconds: number): Stretch {
  const { times } = stretch.page;
  let { from, to } = stretch;
  while (from < to && !((times[from] ?? 0) >= fromSeconds)) from++;
  while (to > from && !((times[to - 1] ?? 0) <= toSeconds)) to--;
  return { ...stretch, from, to };
}
