import {
  type IndicatorName,
  type IndicatorWatch,
  indicatorKinds,
  type LiveVariable,
  type Sink,
  watchIndicators,
} from '@sillage/analysis';
import type { Indicators } from '@sillage/contract';
import { type BlockHeader, type ModuleMeta, sampleReader } from '@sillage/device-protocol';
import type { TappedBlock } from '../tap/index.ts';
import type { Told } from './choose-indicators.ts';

/** s after which a value is not shown any more; of strokes, which come every 6 s at most. */
const [staleSeconds, staleStrokes] = [5, 9];
/** s of a record that may pass unseen without what is counted from its start being wrong. */
const unseenSeconds = 5;
/** s by which the time of a sample may be ahead of the device's other samples: it is left out. */
const aheadSeconds = 30;

const counted: ReadonlySet<IndicatorName> = new Set(['distance', 'strokes', 'jumps']);
/** What stays true however long ago it was measured. */
const lasting: ReadonlySet<IndicatorName> = new Set([...counted, 'jumpHeight']);
const ofStrokes: ReadonlySet<IndicatorName> = new Set(['strokeRate', 'strokeDistance', 'driveShare', 'checkShare']);

type Column = { readonly c: number; readonly sinks: readonly Sink[] };

/** The samples of one device under way: of one record, or of one stretch of streaming. */
export class WatchedStream {
  readonly recordId: number;
  /** µs, device clock: T = 0. */
  readonly #zeroUs: number;
  readonly #watch: IndicatorWatch;
  /** By module; made for its description, which may change. */
  readonly #columns = new Map<string, { readonly module: ModuleMeta; readonly columns: readonly Column[] }>();
  readonly #names: readonly IndicatorName[];
  #lastSeconds = 0;
  #lastMs: number;
  #isWhole = true;
  #told = '';

  constructor(given: {
    readonly recordId: number;
    readonly zeroUs: number;
    readonly variables: readonly LiveVariable[];
    readonly told: Told;
    readonly nowMs: number;
  }) {
    this.recordId = given.recordId;
    this.#zeroUs = given.zeroUs;
    this.#watch = watchIndicators(given.variables, given.told.sport, given.told.names);
    this.#names = given.told.names.filter((name) => name === 'recordTime' || this.#watch.names.includes(name));
    this.#lastMs = given.nowMs;
  }

  take({ header, name, module, bytes }: TappedBlock, nowMs: number): void {
    const seconds = this.#secondsOf(header);
    const isAhead = seconds > this.#lastSeconds + aheadSeconds + (nowMs - this.#lastMs) / 1000;
    if (isAhead && this.#lastSeconds > 0) return;
    if (this.recordId !== 0 && seconds - this.#lastSeconds > unseenSeconds) this.#isWhole = false;
    this.#lastSeconds = Math.max(this.#lastSeconds, seconds + (header.sampleCount - 1) / module.rateHz);
    this.#lastMs = nowMs;
    const columns = this.#columnsOf(name, module);
    if (columns.length === 0) return;
    const samples = sampleReader(bytes, header, module);
    if (typeof samples === 'string') return;
    for (let i = 0; i < header.sampleCount; i++) {
      const at = (samples.timeUs(i) - this.#zeroUs) / 1e6;
      for (const { c, sinks } of columns) for (const sink of sinks) sink(at, samples.value(c, i));
    }
  }

  /** What is told at a moment; undefined when it is what was told before. */
  tell(number: number, nowMs: number): Indicators | undefined {
    const payload = this.#present(number, nowMs);
    const { indicators } = payload;
    const text = JSON.stringify(Object.values(indicators).map(({ value }) => value));
    if (text === this.#told) return undefined;
    this.#told = text;
    return payload;
  }

  /** The next telling is whole, whatever was told before: somebody new listens. */
  tellAgain(): void {
    this.#told = '';
  }

  #secondsOf({ firstSampleUs }: BlockHeader): number {
    return (firstSampleUs - this.#zeroUs) / 1e6;
  }

  #columnsOf(name: string, module: ModuleMeta): readonly Column[] {
    const known = this.#columns.get(name);
    if (known?.module === module) return known.columns;
    const columns = module.columns.flatMap((column, c) => {
      const sinks = this.#watch.sinksOf(`${name}.${column.name}`);
      return sinks.length === 0 ? [] : [{ c, sinks }];
    });
    this.#columns.set(name, { module, columns });
    return columns;
  }

  #present(number: number, nowMs: number): Indicators {
    const elapsed = (nowMs - this.#lastMs) / 1000;
    const now = this.#lastSeconds + elapsed;
    const known = this.#watch.look(this.#lastSeconds);
    const isHeard = elapsed <= staleSeconds;
    const recTime = this.recordId === 0 ? null : Math.round(now * 1000) / 1000;
    const indicators = Object.fromEntries(
      this.#names.map((name) => {
        const { type, unit, precision } = indicatorKinds[name];
        const found = name === 'recordTime' ? this.#time(now, isHeard) : known.get(name);
        const isTrue = found !== undefined && this.#isShown(name, now - found.at);
        const value = isTrue ? rounded(found.value, precision) : null;
        return [name, { type, value, unit, precision, at: isTrue ? rounded(found.at, 3) : null }];
      }),
    );
    return { number, recTime: isHeard ? recTime : null, indicators };
  }

  #time(now: number, isHeard: boolean) {
    return this.recordId !== 0 && isHeard ? { value: now, at: now } : undefined;
  }

  #isShown(name: IndicatorName, age: number): boolean {
    if (counted.has(name) && !this.#isWhole) return false;
    return lasting.has(name) || age <= (ofStrokes.has(name) ? staleStrokes : staleSeconds);
  }
}

/** Two decimals more than are printed, three at least: whoever computes with it loses nothing. */
function rounded(value: number, precision: number): number {
  const factor = 10 ** Math.max(3, precision + 2);
  return Math.round(value * factor) / factor;
}
