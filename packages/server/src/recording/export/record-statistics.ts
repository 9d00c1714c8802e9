import type { Readable } from 'node:stream';
import type { Selection } from '@sillage/contract';
import { stored } from '../../platform/files/index.ts';
import type { SelectionRow } from '../records/index.ts';
import type { ExportDependencies, RecordExport } from './export-source.ts';
import { type StatisticsBlock, statisticsCsv, statisticsJson } from './export-text.ts';

/** Statistics of the whole record, or of the window that is exported, and of each of its selections, or of the selections that are exported, as CSV. */
export function recordStatistics(dependencies: ExportDependencies, record: RecordExport): Readable {
  return statisticsCsv(blocksOf(dependencies, record), record.record.availableData);
}

/** The same as JSON. */
export function recordStatisticsJson(
  dependencies: ExportDependencies,
  record: RecordExport,
  present: (selection: SelectionRow) => Selection,
): Readable {
  return statisticsJson(blocksOf(dependencies, record), record.record.availableData, present);
}

async function* blocksOf(
  { store, folder }: ExportDependencies,
  { record, parts, selections, window }: RecordExport,
): AsyncGenerator<StatisticsBlock> {
  const variables = Object.keys(record.availableData);
  const measure = async (fromSeconds: number, toSeconds: number) =>
    store.statistics(await folder.files.localPath(stored.signals(record.uid)), variables, fromSeconds, toSeconds);
  for (const { selection, fromSeconds, toSeconds } of parts) {
    if (selection === undefined) yield { selection, window, statistics: await measure(fromSeconds, toSeconds) };
  }
  for (const selection of selections) yield { selection, statistics: await measure(selection.t0, selection.t1) };
}
