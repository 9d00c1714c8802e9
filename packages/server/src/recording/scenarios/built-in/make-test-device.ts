import { encodeBlock, type ModuleMeta, sampleReader } from '@sillage/device-protocol';
import type { TappedBlock } from '../../tap/index.ts';
import type { LiveVariable } from '../run-devices.ts';

/** s of a live block, or of one sample where that is longer. */
export const tickSeconds = 0.05;

/** What one module of a virtual device measures. */
export interface TestModule {
  readonly name: string;
  readonly rateHz: number;
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
}

/** Values of the columns of a module, by name, now. */
export type Measure = (module: TestModule) => Readonly<Record<string, number>>;

const metaOf = ({ name, rateHz, columns }: TestModule, i: number): ModuleMeta => ({
  ...{ id: i + 1, type: name, rateHz, timing: 'regular', realtimeRateHz: rateHz },
  columns: columns.map((column) => ({
    ...{ ...column, type: 'float32', scale: 1, offset: 0, precision: 3 },
    description: { fr: '', en: '' },
  })),
});

/** A device that measures while it records, in blocks as they go over the network, and keeps all of its record. */
export class TestDevice {
  readonly #modules: readonly TestModule[];
  readonly #metas: readonly ModuleMeta[];
  readonly #gathered: number[][][];
  readonly #kept: { times: number[]; columns: number[][] }[];
  readonly #sequences: number[];
  startUs: number | undefined;
  readonly #keeps: boolean;
  #samples = 0;

  /** @param keeps whether its record is read later */
  constructor(modules: readonly TestModule[], keeps = true) {
    this.#modules = modules;
    this.#metas = modules.map(metaOf);
    this.#keeps = keeps;
    this.#gathered = modules.map(({ columns }) => columns.map(() => []));
    this.#kept = modules.map(({ columns }) => ({ times: [], columns: columns.map(() => []) }));
    this.#sequences = modules.map(() => 0);
  }

  /** Begins a record at `seconds` of the clock of the test. */
  record(seconds: number): void {
    this.startUs = Math.round(seconds * 1e6);
    this.#samples = 0;
  }

  /** Measures for a tick; the blocks that are full. @param measure of s since the tick began */
  measure(measure: (atSeconds: number) => Measure): TappedBlock[] {
    const { startUs } = this;
    if (startUs === undefined) return [];
    const before = this.#samples * tickSeconds;
    this.#samples += 1;
    const now = this.#samples * tickSeconds;
    return this.#modules.flatMap((module, m) => {
      const first = Math.ceil(before * module.rateHz - 1e-6);
      const last = Math.ceil(now * module.rateHz - 1e-6);
      for (let i = first; i < last; i++) {
        const values = measure(i / module.rateHz - before)(module);
        for (const [c, { name }] of module.columns.entries()) this.#gathered[m]?.[c]?.push(values[name] ?? Number.NaN);
      }
      const count = this.#gathered[m]?.[0]?.length ?? 0;
      return count === 0 ? [] : [this.#block(m, startUs + ((last - count) / module.rateHz) * 1e6)];
    });
  }

  #block(m: number, firstSampleUs: number): TappedBlock {
    const module = this.#modules[m];
    const gathered = this.#gathered[m];
    if (module === undefined || gathered === undefined) throw new Error('no such module');
    const sequence = this.#sequences[m] ?? 0;
    this.#sequences[m] = sequence + 1;
    const meta = this.#metas[m] ?? metaOf(module, m);
    const sampleCount = gathered[0]?.length ?? 0;
    const header = { moduleId: m + 1, sampleCount, recordId: 7, sequence, firstSampleUs: Math.round(firstSampleUs) };
    const columns = gathered.map((values) => Float32Array.from(values));
    const bytes = encodeBlock(header, meta, { columns });
    for (const column of gathered) column.length = 0;
    const block = { header, name: module.name, module: meta, bytes };
    if (this.#keeps) this.#keep(m, block);
    return block;
  }

  #keep(m: number, { bytes, header, module }: TappedBlock): void {
    const samples = sampleReader(bytes, header, module);
    const kept = this.#kept[m];
    if (typeof samples === 'string' || kept === undefined) throw new Error('a block of the test cannot be read');
    for (let i = 0; i < header.sampleCount; i++) {
      kept.times.push((samples.timeUs(i) - (this.startUs ?? 0)) / 1e6);
      for (const [c, column] of kept.columns.entries()) column.push(samples.value(c, i));
    }
  }

  /** The record, or a stretch of it. */
  recorded(window: readonly [number, number] | null): LiveVariable[] {
    const [from, to] = window ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return this.#modules.flatMap((module, m) => {
      const { times, columns } = this.#kept[m] ?? { times: [], columns: [] };
      const within = [...times.keys()].filter((i) => (times[i] ?? 0) >= from && (times[i] ?? 0) <= to);
      const timesSeconds = Float64Array.from(within, (i) => times[i] ?? 0);
      return module.columns.map(({ name, unit }, c) => ({
        ...{ name: `${module.name}.${name}`, unit, timesSeconds },
        values: Float64Array.from(within, (i) => columns[c]?.[i] ?? Number.NaN),
      }));
    });
  }
}
