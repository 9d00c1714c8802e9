import { isRefusal, type Refusal, refuse, type SampleSwitch } from '@sillage/contract';
import type { RecordingColumn, RecordingSamples } from '@sillage/formats';
import type { Database } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { findReadable, type RecordRow, type SelectionRow, selectionsOf } from '../records/index.ts';
import type { SignalStore } from '../store/index.ts';
import { inTurns, resample, switched } from './process-samples.ts';

export interface ExportDependencies {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly store: SignalStore;
  readonly log: Log;
}

/** How the caller wants the samples. */
export interface Processing {
  /** undefined = as sampled */
  readonly rateHz: number | undefined;
  readonly switches: readonly SampleSwitch[];
}

/** One module to export, its samples already limited to the window. */
export interface ExportModule {
  readonly name: string;
  readonly type: string;
  readonly rateHz: number;
  /** Rows in the window, about, before incomplete ones are left out. */
  rows(processing: Processing): number;
  readonly columns: readonly RecordingColumn[];
  /**
   * @param readAtOnce modules whose samples are read at the same time, which share the memory for them
   * @param fromSeconds later than the window begins
   */
  samples(processing?: Processing, readAtOnce?: number, fromSeconds?: number): AsyncIterable<RecordingSamples>;
}

/** One stretch to export: a whole record or one of its selections. */
export interface ExportSource {
  readonly record: RecordRow;
  /** undefined = the whole record */
  readonly selection: SelectionRow | undefined;
  /** s; infinite for the whole record. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly modules: readonly ExportModule[];
}

/** What is to be exported of a record. */
export interface RecordExport {
  readonly record: RecordRow;
  /** All of it, or a part for each selection that is asked for; never empty. */
  readonly parts: readonly ExportSource[];
  /** Those that are asked for, or all of the record. */
  readonly selections: readonly SelectionRow[];
}

/**
 * Finds the record (`signal` ends the reading of its samples), or says why it cannot be exported to this caller.
 * @param chosen the selections that are asked for; undefined = the whole record
 */
export async function openExport(
  { database, folder, store }: ExportDependencies,
  viewer: Viewer,
  recordId: number,
  chosen: readonly SelectionRow[] | undefined,
  signal: AbortSignal,
): Promise<RecordExport | Refusal> {
  const record = await findReadable(database.db, viewer, recordId);
  if (isRefusal(record)) return record;
  const signals = await folder.files.localPath(stored.signals(record.uid));
  const described = await store.describe(signals);
  if (!described) return refuse('record.notReadable');
  const part = (selection: SelectionRow | undefined): ExportSource => {
    const fromSeconds = selection?.t0 ?? Number.NEGATIVE_INFINITY;
    const toSeconds = selection?.t1 ?? Number.POSITIVE_INFINITY;
    const windowSeconds = Math.max(0, Math.min(toSeconds, described.durationSeconds) - Math.max(fromSeconds, 0));
    const share = described.durationSeconds > 0 ? windowSeconds / described.durationSeconds : 1;
    const modules = described.modules.map(({ name, type, rateHz, columns, samples }) => ({
      name,
      type,
      rateHz,
      columns,
      rows: ({ rateHz: wantedHz }: Processing) =>
        wantedHz === undefined ? Math.ceil(samples * share) : Math.ceil(windowSeconds * wantedHz) + 1,
      samples(processing?: Processing, readAtOnce = 1, laterSeconds = fromSeconds) {
        const names = columns.map((column) => column.name);
        const stored = asRecordingSamples(store.samples(signals, name, names, laterSeconds, toSeconds, readAtOnce));
        const raw = inTurns(stored, signal);
        const resampled = processing?.rateHz === undefined ? raw : inTurns(resample(raw, processing.rateHz), signal);
        return switched(resampled, processing?.switches ?? []);
      },
    }));
    return { record, selection, fromSeconds, toSeconds, modules };
  };
  const selections = chosen ?? (await selectionsOf(database.db, recordId));
  return { record, parts: chosen === undefined ? [part(undefined)] : chosen.map(part), selections };
}

async function* asRecordingSamples(chunks: ReturnType<SignalStore['samples']>): AsyncGenerator<RecordingSamples> {
  for await (const { timesSeconds, columns } of chunks) yield { timesSeconds, values: columns };
}
