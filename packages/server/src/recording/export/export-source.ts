import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { RecordingColumn, RecordingSamples } from '@sillage/formats';
import type { Database } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { findReadable, findSelection, type RecordRow, type SelectionRow, selectionsOf } from '../records/index.ts';
import type { SignalStore } from '../store/index.ts';
import { dropIncomplete, inTurns, resample } from './process-samples.ts';

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
  readonly dropNan: boolean;
}

/** One module to export, its samples already limited to the window. */
export interface ExportModule {
  readonly name: string;
  readonly type: string;
  readonly rateHz: number;
  /** Rows in the window at most, after processing. */
  rows(processing: Processing): number;
  readonly columns: readonly RecordingColumn[];
  /** @param readAtOnce modules whose samples are read at the same time, which share the memory for them */
  samples(processing?: Processing, readAtOnce?: number): AsyncIterable<RecordingSamples>;
}

/** What is to be exported: a record or one of its selections. */
export interface ExportSource {
  readonly record: RecordRow;
  /** Number of the selection; undefined = the whole record. */
  readonly selectionNum: number | undefined;
  /** s; infinite for the whole record. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly modules: readonly ExportModule[];
  /** The one that is exported, or all of the record. */
  readonly selections: readonly SelectionRow[];
}

/** Finds the record and its window (`signal` ends the reading of its samples), or says why it cannot be exported to this caller. */
export async function openExport(
  { database, folder, store }: ExportDependencies,
  viewer: Viewer,
  recordId: number,
  selectionId: number | undefined,
  signal: AbortSignal,
): Promise<ExportSource | Refusal> {
  const record = await findReadable(database.db, viewer, recordId);
  if (isRefusal(record)) return record;
  const selection =
    selectionId === undefined ? undefined : await findSelection(database.db, recordId, { id: selectionId });
  if (isRefusal(selection)) return selection;
  const signals = folder.signals(record.uid);
  const described = await store.describe(signals);
  if (!described) return refuse('record.notReadable');
  const fromSeconds = selection?.t0 ?? Number.NEGATIVE_INFINITY;
  const toSeconds = selection?.t1 ?? Number.POSITIVE_INFINITY;
  const windowSeconds = Math.min(toSeconds, described.durationSeconds) - Math.max(fromSeconds, 0);
  const modules = described.modules.map(({ name, type, rateHz, columns, samples }) => ({
    name,
    type,
    rateHz,
    columns,
    rows: ({ rateHz: wantedHz }: Processing) =>
      wantedHz === undefined ? samples : Math.ceil(windowSeconds * wantedHz) + 1,
    samples(processing?: Processing, readAtOnce = 1) {
      const names = columns.map((column) => column.name);
      const stored = asRecordingSamples(store.samples(signals, name, names, fromSeconds, toSeconds, readAtOnce));
      const raw = inTurns(stored, signal);
      const resampled = processing?.rateHz === undefined ? raw : inTurns(resample(raw, processing.rateHz), signal);
      return processing?.dropNan ? dropIncomplete(resampled) : resampled;
    },
  }));
  const selections = selection === undefined ? await selectionsOf(database.db, recordId) : [selection];
  return { record, selectionNum: selection?.num, fromSeconds, toSeconds, modules, selections };
}

async function* asRecordingSamples(chunks: ReturnType<SignalStore['samples']>): AsyncGenerator<RecordingSamples> {
  for await (const { timesSeconds, columns } of chunks) yield { timesSeconds, values: columns };
}
