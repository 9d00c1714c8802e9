import type { SignalStore } from '../store/index.ts';

/** s of a record that are read from the disk at once. */
const pieceSeconds = 2;
/** A sample on the edge of two windows is found by the later one alone. */
const edgeSeconds = 1e-6;

export interface RecordedModule {
  readonly name: string;
  readonly rateHz: number;
  readonly columns: readonly string[];
}

interface Wanted {
  readonly store: Pick<SignalStore, 'samples'>;
  readonly folder: string;
  readonly modules: readonly RecordedModule[];
  readonly durationSeconds: number;
  /** s of a window. */
  readonly tickSeconds: number;
}

/** What was measured in one window, a block a module, as live blocks come. */
export interface RecordedWindow {
  readonly fromSeconds: number;
  readonly blocks: readonly { readonly rateHz: number; readonly columns: Readonly<Record<string, Float64Array>> }[];
}

interface Piece {
  readonly module: RecordedModule;
  readonly times: readonly number[];
  readonly columns: readonly (readonly number[])[];
}

/** The samples of a record in the order of time, window after window. */
export async function* readRecorded(wanted: Wanted): AsyncIterable<RecordedWindow> {
  const { modules, durationSeconds, tickSeconds } = wanted;
  for (let from = 0; from < durationSeconds; from += pieceSeconds) {
    const pieces = await Promise.all(modules.map((module) => readPiece(wanted, module, from)));
    const windows = Math.ceil((Math.min(durationSeconds, from + pieceSeconds) - from) / tickSeconds - edgeSeconds);
    for (let i = 0; i < windows; i++) {
      const fromSeconds = from + i * tickSeconds;
      const blocks = pieces.flatMap((piece) => blockOf(piece, fromSeconds, fromSeconds + tickSeconds));
      yield { fromSeconds, blocks };
    }
  }
}

async function readPiece({ store, folder }: Wanted, module: RecordedModule, from: number): Promise<Piece> {
  const times: number[] = [];
  const columns: number[][] = module.columns.map(() => []);
  const to = from + pieceSeconds - edgeSeconds;
  for await (const chunk of store.samples(folder, module.name, module.columns, from, to)) {
    times.push(...chunk.timesSeconds);
    for (const [c, values] of chunk.columns.entries()) columns[c]?.push(...values);
  }
  return { module, times, columns };
}

function blockOf({ module, times, columns }: Piece, from: number, to: number): RecordedWindow['blocks'] {
  const first = times.findIndex((at) => at >= from - edgeSeconds);
  const behind = times.findIndex((at) => at >= to - edgeSeconds);
  const end = behind < 0 ? times.length : behind;
  if (first < 0 || first >= end) return [];
  const named = columns.map(
    (values, c) => [`${module.name}.${module.columns[c]}`, Float64Array.from(values.slice(first, end))] as const,
  );
  return [{ rateHz: module.rateHz, columns: Object.fromEntries(named) }];
}
