import type { CsvAbout } from './csv/csv-about.ts';
import { csvHeadBytes, readCsvLayout } from './csv/read-csv-layout.ts';
import { readRawHeader } from './raw/read-header.ts';
import { isProblem, type RecordingColumn } from './recording.ts';

/** What a file holds at most, before it is read: rows × `sourceRowBytes` of all modules together are no more than `sourceBytes`. */
export interface ReadBound {
  readonly sourceBytes: number;
  readonly modules: readonly BoundModule[];
}

export interface BoundModule {
  readonly columns: readonly RecordingColumn['type'][];
  /** Bytes of the source that a row takes at least. */
  readonly sourceRowBytes: number;
  /** Bytes of scratch that a row takes beside its signals, as long as rows come in order of time. */
  readonly orderedScratchBytes: number;
  /** As many when they have to be put in order. */
  readonly scratchBytes: number;
}

/** A CSV is measured by its lines. */
export async function boundCsv(
  head: Uint8Array,
  sizeBytes: number,
  { rateHz }: CsvAbout,
  lines: () => Promise<number>,
): Promise<ReadBound | undefined> {
  const layout = readCsvLayout(head.subarray(0, csvHeadBytes), sizeBytes <= csvHeadBytes, rateHz);
  if ('problem' in layout) return undefined;
  const columns = layout.columns.map(() => 'f64' as const); // what they hold is known when all was read
  const spooled = spooledBytes(columns.length);
  const module = { columns, sourceRowBytes: 1, orderedScratchBytes: spooled, scratchBytes: spooled + 16 };
  return { sourceBytes: await lines(), modules: [module] };
}

/** A raw file says in its header what a row takes. */
export function boundRaw(head: Uint8Array, sizeBytes: number): ReadBound | undefined {
  const header = readRawHeader(head);
  if (isProblem(header)) return undefined;
  const modules = header.modules.map(({ columns, size }) => {
    const types = columns.map(({ type }) => type);
    const spooled = spooledBytes(types.length);
    // Those that wait take their signals' place later on; those that are being put in order lie there twice.
    const signals = types.reduce((sum, type) => sum + (type === 'f32' ? 4 : 8), 8);
    return {
      columns: types,
      sourceRowBytes: size,
      orderedScratchBytes: 0,
      scratchBytes: spooled + 8 + Math.max(0, spooled - signals),
    };
  });
  return { sourceBytes: Math.max(0, sizeBytes - header.dataStart), modules };
}

/** A row that waits: its time and its numbers. */
function spooledBytes(columns: number): number {
  return 8 * (columns + 1);
}
