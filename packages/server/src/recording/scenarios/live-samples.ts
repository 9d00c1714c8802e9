import { sampleReader } from '@sillage/device-protocol';
import type { TappedBlock } from '../tap/index.ts';
import type { LiveVariable } from './run-devices.ts';

/** s of a running record that are kept: a trial, and what came before it. */
const keptSeconds = 90;
/** Numbers that are kept of one device: 16 MB. */
const mostNumbers = 2_000_000;

interface Chunk {
  readonly module: string;
  /** One more for each block of a module. */
  readonly sequence: number;
  readonly names: readonly { readonly name: string; readonly unit: string }[];
  readonly times: Float64Array;
  readonly columns: readonly Float64Array[];
}

/** The last samples of the record that a device makes, by the times of the record, so that a trial is analysed while it goes on. */
export class LiveSamples {
  #recordId = 0;
  #chunks: Chunk[] = [];
  #numbers = 0;
  #lastSeconds = 0;

  /** @returns s of the record of the last sample of a block; undefined where it cannot be read */
  take(block: TappedBlock, startUs: number): number | undefined {
    const { header, module, name, bytes } = block;
    if (header.recordId !== this.#recordId) this.#forget(header.recordId);
    const samples = sampleReader(bytes, header, module);
    if (typeof samples === 'string') return undefined;
    const { sampleCount } = header;
    const at = (i: number) => (samples.timeUs(i) - startUs) / 1e6;
    const times = Float64Array.from({ length: sampleCount }, (_, i) => at(i));
    const columns = module.columns.map((_, c) =>
      Float64Array.from({ length: sampleCount }, (__, i) => samples.value(c, i)),
    );
    this.#chunks.push({ module: name, sequence: header.sequence, names: module.columns, times, columns });
    this.#numbers += sampleCount * (columns.length + 1);
    this.#lastSeconds = Math.max(this.#lastSeconds, times.at(-1) ?? 0);
    this.#dropOld();
    return times.at(-1);
  }

  /** The samples of a window of the record; undefined where some of it are not here. */
  of(recordId: number | null, from: number, to: number): readonly LiveVariable[] | undefined {
    const first = this.#chunks[0]?.times[0];
    if (recordId !== this.#recordId || first === undefined || from < first - 0.5 || to > this.#lastSeconds + 0.5)
      return undefined;
    const inWindow = this.#chunks.filter(({ times }) => (times.at(-1) ?? 0) >= from && (times[0] ?? 0) <= to);
    const byModule = [...Map.groupBy(inWindow, ({ module }) => module)];
    if (byModule.some(([, chunks]) => isTorn(chunks))) return undefined;
    return byModule.flatMap(([module, chunks]) => variablesOf(module, chunks, from, to));
  }

  #dropOld(): void {
    let first = this.#chunks[0];
    while (first !== undefined) {
      const isOld = (first.times.at(-1) ?? 0) < this.#lastSeconds - keptSeconds;
      if (!isOld && this.#numbers <= mostNumbers) return;
      this.#numbers -= first.times.length * (first.columns.length + 1);
      this.#chunks.shift();
      first = this.#chunks[0];
    }
  }

  #forget(recordId: number): void {
    this.#recordId = recordId;
    this.#chunks = [];
    this.#numbers = 0;
    this.#lastSeconds = 0;
  }
}

/** Whether a block between them was lost on its way; it comes once the record has ended. */
function isTorn(chunks: readonly Chunk[]): boolean {
  const sequences = new Set(chunks.map(({ sequence }) => sequence));
  return Math.max(...sequences) - Math.min(...sequences) >= sequences.size;
}

function variablesOf(module: string, chunks: readonly Chunk[], from: number, to: number): LiveVariable[] {
  const sorted = chunks.toSorted((a, b) => (a.times[0] ?? 0) - (b.times[0] ?? 0));
  const kept = sorted.map((chunk) => [...chunk.times.keys()].filter((i) => isWithin(chunk.times[i], from, to)));
  const gather = (of: (chunk: Chunk) => Float64Array | undefined) =>
    Float64Array.from(sorted.flatMap((chunk, c) => (kept[c] ?? []).map((i) => of(chunk)?.[i] ?? Number.NaN)));
  const timesSeconds = gather(({ times }) => times);
  return (sorted[0]?.names ?? []).map(({ name, unit }, column) => ({
    ...{ name: `${module}.${name}`, unit, timesSeconds },
    values: gather(({ columns }) => columns[column]),
  }));
}

const isWithin = (seconds: number | undefined, from: number, to: number): boolean =>
  seconds !== undefined && seconds >= from && seconds <= to;
