import type { Scratch } from '../byte-source.ts';
import type { RecordingModuleInfo } from '../recording.ts';
import { columnPieces, type Piece } from '../rows/column-pieces.ts';
import { RowSpool } from '../rows/row-spool.ts';
import type { RawModule } from './read-module.ts';

/** Bytes that the modules of a file may gather together before they are handed on. */
const gatheredBytes = 16 * 1024 * 1024;
const firstRows = 64;
const mostRows = 65_536;

type Values = Float32Array | Float64Array;

/** A module as recordings describe it. */
export function moduleInfo({ name, type, rateHz, columns }: RawModule): RecordingModuleInfo {
  const plain = columns.map((column) => ({
    name: column.name,
    unit: column.unit,
    description: column.description,
    type: column.type,
  }));
  return { name, type, rateHz, columns: plain };
}

/** Gathers frames of one module that come in order of time. */
export class FrameColumns {
  readonly #module: RecordingModuleInfo;
  readonly #mostRows: number;
  #times = new Float64Array(firstRows);
  #values: Values[];
  #filled = 0;

  /** @param modules of the file, which share the room */
  constructor(module: RawModule, modules: number) {
    this.#module = moduleInfo(module);
    const rowBytes = 8 * (module.columns.length + 1);
    this.#mostRows = Math.min(mostRows, Math.max(firstRows, Math.floor(gatheredBytes / modules / rowBytes)));
    this.#values = this.#newValues(firstRows);
  }

  get isFull(): boolean {
    return this.#filled === this.#mostRows;
  }

  get isEmpty(): boolean {
    return this.#filled === 0;
  }

  add(seconds: number, values: Float64Array): void {
    if (this.#filled === this.#times.length) this.#grow();
    const at = this.#filled++;
    this.#times[at] = seconds;
    for (let i = 0; i < this.#values.length; i++) this.#values[i]![at] = values[i]!;
  }

  /** What was gathered, valid until more is added. */
  take(): Piece {
    const length = this.#filled;
    this.#filled = 0;
    const values = this.#values.map((column) => column.subarray(0, length));
    return { module: this.#module, samples: { timesSeconds: this.#times.subarray(0, length), values } };
  }

  #grow(): void {
    const rows = Math.min(2 * this.#times.length, this.#mostRows);
    const times = new Float64Array(rows);
    times.set(this.#times);
    this.#times = times;
    const larger = this.#newValues(rows);
    for (const [i, column] of larger.entries()) column.set(this.#values[i]!);
    this.#values = larger;
  }

  #newValues(rows: number): Values[] {
    return this.#module.columns.map(({ type }) => (type === 'f32' ? new Float32Array(rows) : new Float64Array(rows)));
  }
}

/** Keeps frames of one module until all are there, and puts them in order of time. */
export class FrameSpool {
  readonly #module: RecordingModuleInfo;
  readonly #spool: RowSpool;

  /** @param modules of the file, which share the memory */
  constructor(module: RawModule, newScratch: () => Scratch, modules: number) {
    this.#module = moduleInfo(module);
    this.#spool = new RowSpool(module.columns.length, newScratch, modules);
  }

  add(seconds: number, values: Float64Array): void {
    this.#spool.add(seconds, values);
  }

  /** No samples: they come at the end. */
  take(): Piece {
    const values = this.#module.columns.map(() => new Float64Array(0));
    return { module: this.#module, samples: { timesSeconds: new Float64Array(0), values } };
  }

  *pieces(): Generator<Piece> {
    const columns = this.#module.columns.map((_, i) => i);
    const sorted = this.#spool.sorted();
    this.#spool.free();
    yield* columnPieces(this.#module, columns, sorted.rows());
    sorted.free();
  }
}
