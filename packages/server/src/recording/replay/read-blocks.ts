import { blockHeaderBytes, encodeBlock, maxBlockBytes, sampleBytes } from '@sillage/device-protocol';
import type { SampleChunk, SignalStore } from '../store/index.ts';
import type { PlayedModule } from './describe-modules.ts';

/** µs of the device's clock; what is measured in one window travels in one block, as the protocol advises. */
export const windowUs = 50_000;
/** Windows that are read from the disk at once: 2 s of the replay. */
const windowsAPiece = 40;
/** Pieces of a module that are kept: that being played, and those asked for again. */
const keptPieces = 2;
/** A sample that lies on the edge of two pieces is found by either, whatever dividing makes of it. */
const edgeSeconds = 1e-6;

/** Where a block lies in an endless replay, and what names it in a record. */
export interface BlockPlace {
  /** From 0, over all rounds. */
  readonly window: number;
  /** Of a window whose samples fill more than a block. */
  readonly part: number;
  readonly recordId: number;
  readonly sequence: number;
  /** Device clock of the beginning of window 0. */
  readonly originUs: number;
}

interface Piece {
  readonly timesSeconds: Float64Array;
  readonly columns: readonly (Float32Array | Float64Array)[];
}

interface Signals {
  readonly store: Pick<SignalStore, 'samples'>;
  /** Of the record's signals. */
  readonly folder: string;
  readonly modules: ReadonlyMap<string, PlayedModule>;
  readonly durationSeconds: number;
  readonly speed: number;
}

/** The blocks of a record that is played again and again: each can be made at any time, as often as it is asked for. */
export class ReplayedBlocks {
  readonly modules: ReadonlyMap<string, PlayedModule>;
  readonly durationSeconds: number;
  /** Of one round. */
  readonly windows: number;
  readonly #signals: Signals;
  /** s of the record in a window. */
  readonly #windowSeconds: number;
  /** Module and piece → its samples, the one that was used last at the end. */
  readonly #pieces = new Map<string, Promise<Piece>>();

  constructor(signals: Signals) {
    this.#signals = signals;
    this.modules = signals.modules;
    this.durationSeconds = signals.durationSeconds;
    this.#windowSeconds = (windowUs / 1e6) * signals.speed;
    this.windows = Math.floor(signals.durationSeconds / this.#windowSeconds) + 1;
  }

  /** s of the record at which a window begins. */
  secondsAt(window: number): number {
    return Math.min(this.durationSeconds, (window % this.windows) * this.#windowSeconds);
  }

  /** How many blocks a module has of a window. */
  async count(module: string, window: number): Promise<number> {
    const { samples } = await this.#samplesOf(module, window);
    return Math.ceil(samples / this.#mostSamples(module));
  }

  /** One of them; undefined where it does not exist. */
  async encode(module: string, { window, part, recordId, sequence, originUs }: BlockPlace) {
    const { meta } = this.#module(module);
    const { piece, first: firstOfWindow, samples } = await this.#samplesOf(module, window);
    const most = this.#mostSamples(module);
    const first = firstOfWindow + part * most;
    const sampleCount = Math.min(most, firstOfWindow + samples - first);
    if (sampleCount < 1) return undefined;
    const roundUs = Math.floor(window / this.windows) * this.windows * windowUs;
    const timeUs = (i: number) =>
      Math.round(originUs + roundUs + ((piece.timesSeconds[first + i] ?? 0) / this.#signals.speed) * 1e6);
    const firstSampleUs = timeUs(0);
    const columns = meta.columns.map(({ type, scale }, c) => {
      const values = piece.columns[c]?.subarray(first, first + sampleCount) ?? [];
      return type === 'float32' ? values : Int32Array.from(values, (value) => Math.round(value / scale));
    });
    const stampsUs = Float64Array.from({ length: sampleCount }, (_, i) => timeUs(i) - firstSampleUs);
    return encodeBlock({ moduleId: meta.id, sampleCount, recordId, sequence, firstSampleUs }, meta, {
      stampsUs,
      columns,
    });
  }

  #module(name: string): PlayedModule {
    const module = this.modules.get(name);
    if (module === undefined) throw new Error(`a replay has no module ${name}`);
    return module;
  }

  #mostSamples(module: string): number {
    return Math.floor((maxBlockBytes - blockHeaderBytes) / sampleBytes(this.#module(module).meta));
  }

  #windowOf(seconds: number): number {
    return Math.min(this.windows - 1, Math.floor(seconds / this.#windowSeconds));
  }

  /** The samples of a window, in those that were read with them. */
  async #samplesOf(module: string, window: number) {
    const inRound = window % this.windows;
    const piece = await this.#piece(module, Math.floor(inRound / windowsAPiece));
    const first = this.#firstAtOrAfter(piece.timesSeconds, inRound);
    return { piece, first, samples: this.#firstAtOrAfter(piece.timesSeconds, inRound + 1) - first };
  }

  #firstAtOrAfter(timesSeconds: Float64Array, window: number): number {
    let [low, high] = [0, timesSeconds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#windowOf(timesSeconds[middle] ?? 0) < window) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #piece(module: string, index: number): Promise<Piece> {
    const key = `${module} ${index}`;
    const piece = this.#pieces.get(key) ?? this.#read(module, index);
    this.#pieces.delete(key);
    this.#pieces.set(key, piece);
    for (const oldest of this.#pieces.keys()) {
      if (this.#pieces.size <= keptPieces * this.modules.size) break;
      this.#pieces.delete(oldest);
    }
    return piece;
  }

  async #read(module: string, index: number): Promise<Piece> {
    const { source, columns } = this.#module(module);
    const pieceSeconds = windowsAPiece * this.#windowSeconds;
    const [from, to] = [index * pieceSeconds - edgeSeconds, (index + 1) * pieceSeconds + edgeSeconds];
    const chunks: SampleChunk[] = [];
    for await (const chunk of this.#signals.store.samples(this.#signals.folder, source, columns, from, to)) {
      chunks.push({ timesSeconds: chunk.timesSeconds.slice(), columns: chunk.columns.map((one) => one.slice()) });
    }
    return joined(chunks, columns.length);
  }
}

function joined(chunks: readonly SampleChunk[], columns: number): Piece {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const samples = chunks.reduce((sum, { timesSeconds }) => sum + timesSeconds.length, 0);
  const join = (of: (chunk: SampleChunk) => Float32Array | Float64Array | undefined) => {
    const into = new Float64Array(samples);
    let at = 0;
    for (const chunk of chunks) {
      const values = of(chunk);
      if (values === undefined) continue;
      into.set(values, at);
      at += values.length;
    }
    return into;
  };
  return {
    timesSeconds: join(({ timesSeconds }) => timesSeconds),
    columns: Array.from({ length: columns }, (_, c) => join((chunk) => chunk.columns[c])),
  };
}
