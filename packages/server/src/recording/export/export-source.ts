import { type AlignedVideo, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { type FileFormat, isFileFormat, type RecordingColumn, type RecordingSamples } from '@sillage/formats';
import type { Cycle } from '@sillage/signal';
import { shareLoop } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { type DataFolder, type StoredName, stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { type Computed, type ComputedSamples, channelColumn, channelModule } from '../computed/index.ts';
import { findReadable, type RecordRow, type SelectionRow, selectionsOf, startOf } from '../records/index.ts';
import type { SampleChunk, SignalStore } from '../store/index.ts';
import { besideOneAnother } from './join-columns.ts';
import { inTurns } from './process-samples.ts';

export interface ExportDependencies {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly store: SignalStore;
  readonly computed: Pick<Computed, 'samples'>;
  readonly log: Log;
}

/** One module to export, its samples limited to the window. */
export interface ExportModule {
  readonly name: string;
  readonly type: string;
  readonly rateHz: number;
  /** µs since 1970 at which T is 0, and the time zone of the record. */
  readonly startUs: number;
  readonly timezone: string;
  /** In the window, about, before incomplete ones are left out. */
  readonly rows: number;
  readonly columns: readonly RecordingColumn[];
  /**
   * @param readAtOnce modules whose samples are read at the same time, which share the memory for them
   * @param fromSeconds later than the window begins
   */
  samples(readAtOnce?: number, fromSeconds?: number): AsyncIterable<RecordingSamples>;
}

export interface RecordCycles {
  /** In which they were found. */
  readonly variable: string;
  readonly count: number;
  /** Of all of them together. */
  readonly seconds: number;
  /** Of an unusual duration, which are not among them. */
  readonly discarded: number;
  find(): Promise<readonly Cycle[]>;
}

/** s; a stretch of a record. */
export interface ExportWindow {
  readonly t0: number;
  readonly t1: number;
}

/** One stretch to export: a whole record, a window of it or one of its selections. */
export interface ExportSource {
  /** Who exports it. */
  readonly viewer: Viewer;
  readonly record: RecordRow;
  /** undefined = the whole record, or a window of it */
  readonly selection: SelectionRow | undefined;
  /** That one, or all of the record that lie in the window. */
  readonly selections: readonly SelectionRow[];
  /** s; infinite for the whole record. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly windowSeconds: number;
  readonly modules: readonly ExportModule[];
  /** The same without computed channels. */
  readonly recorded: readonly ExportModule[];
  /** The file that the record was made of, as it came; undefined of a part of it, of what a device streamed, and once it is gone. */
  readonly original: OriginalFile | undefined;
  /** Where samples are wanted by cycles. */
  readonly cycles?: RecordCycles;
  /** Ends the reading of samples. */
  readonly signal: AbortSignal;
}

export interface OriginalFile {
  readonly name: StoredName;
  readonly format: FileFormat;
  readonly sizeBytes: number;
}

/** What is to be exported of a record. */
export interface RecordExport {
  readonly viewer: Viewer;
  readonly record: RecordRow;
  /** All of it, or a part for each selection that is asked for; never empty. */
  readonly parts: readonly ExportSource[];
  /** Those that are asked for, or all of the record that lie in the window. */
  readonly selections: readonly SelectionRow[];
  /** undefined = all of it, or selections */
  readonly window: ExportWindow | undefined;
  /** Those that its zip holds, too. */
  readonly films: readonly FilmBeside[];
}

/** A film to export: as it was sent. */
export interface FilmExport {
  readonly viewer: Viewer;
  readonly record: RecordRow;
}

/** A film that lies beside a record. */
export interface FilmBeside extends FilmExport {
  readonly place: AlignedVideo;
}

/** What is asked for of a record in place of all of it. */
export interface ExportPart {
  readonly selections?: readonly SelectionRow[] | undefined;
  readonly window?: ExportWindow | undefined;
  /** Computed channels are columns, too. */
  readonly withComputed: boolean;
}

/** Finds the record (`signal` ends the reading of its samples), or says why it cannot be exported to this caller. */
export async function openExport(
  { database, folder, store, computed }: ExportDependencies,
  viewer: Viewer,
  recordId: number,
  { selections: chosen, window, withComputed }: ExportPart,
  signal: AbortSignal,
): Promise<RecordExport | Refusal> {
  const record = await findReadable(database.db, viewer, recordId);
  if (isRefusal(record)) return record;
  const signals = await folder.files.localPath(stored.signals(record.uid));
  const described = await store.describe(signals);
  if (!described) return refuse('record.notReadable');
  if (window !== undefined && window.t0 >= record.durationSeconds) {
    return refuse('request.invalid', {}, { t0: 'afterEnd' });
  }
  const channels = withComputed ? await computed.samples(viewer, record, signal) : [];
  if (isRefusal(channels)) return channels;
  const isInside = ({ t0, t1 }: SelectionRow) => window === undefined || (t0 >= window.t0 && t1 <= window.t1);
  const selections = chosen ?? (await selectionsOf(database.db, recordId)).filter(isInside);
  const isWhole = chosen === undefined && window === undefined;
  const original = isWhole ? await originalOf(folder, record) : undefined;
  const part = (selection: SelectionRow | undefined): ExportSource => {
    const fromSeconds = (selection ?? window)?.t0 ?? Number.NEGATIVE_INFINITY;
    const toSeconds = (selection ?? window)?.t1 ?? Number.POSITIVE_INFINITY;
    const windowSeconds = Math.max(0, Math.min(toSeconds, described.durationSeconds) - Math.max(fromSeconds, 0));
    const share = described.durationSeconds > 0 ? windowSeconds / described.durationSeconds : 1;
    const pause = shareLoop();
    const moduleOf = (
      { name, type, rateHz, columns, samples }: (typeof described.modules)[number],
      beside: readonly ComputedSamples[],
    ): ExportModule => ({
      ...{ name, type, rateHz, rows: Math.ceil(samples * share) },
      ...{ startUs: startOf(record), timezone: record.timezone },
      columns: [...columns, ...beside.map(columnOf)],
      samples(readAtOnce = 1, laterSeconds = fromSeconds) {
        const names = columns.map((column) => column.name);
        const read = store.samples(signals, name, names, laterSeconds, toSeconds, readAtOnce);
        const others = beside.map((channel) =>
          store.samples(channel.folder, channelModule, [channelColumn], laterSeconds, toSeconds, readAtOnce),
        );
        return inTurns(asRecordingSamples(besideOneAnother(read, others)), signal, pause, readAtOnce);
      },
    });
    const recorded = described.modules.map((module) => moduleOf(module, []));
    const modules = described.modules.map((module) =>
      moduleOf(
        module,
        channels.filter((channel) => channel.module === module.name),
      ),
    );
    const own = selection === undefined ? selections : [selection];
    const bounds = { fromSeconds, toSeconds, windowSeconds };
    return { viewer, record, selection, selections: own, ...bounds, modules, recorded, original, signal };
  };
  return {
    viewer,
    record,
    parts: chosen === undefined ? [part(undefined)] : chosen.map(part),
    selections,
    window,
    films: [],
  };
}

async function originalOf({ files }: DataFolder, record: RecordRow): Promise<OriginalFile | undefined> {
  const { source, originalPurged } = record;
  if (!isFileFormat(source) || originalPurged !== null) return undefined;
  const name = stored.source(record);
  const file = await files.open(name);
  await file?.close();
  return file && { name, format: source, sizeBytes: file.sizeBytes };
}

const columnOf = ({ variable, column }: ComputedSamples): RecordingColumn => ({
  name: variable,
  ...column,
  type: 'f64',
});

async function* asRecordingSamples(chunks: AsyncIterable<SampleChunk>): AsyncGenerator<RecordingSamples> {
  for await (const { timesSeconds, columns } of chunks) yield { timesSeconds, values: columns };
}
