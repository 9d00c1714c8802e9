import type { Readable } from 'node:stream';
import { stored } from '../../platform/files/index.ts';
import type { ExportDependencies, RecordExport } from './export-source.ts';
import { type StatisticsBlock, statisticsCsv } from './export-text.ts';

/** Statistics of the whole record and of each of its selections, or of the selections that are exported, as CSV. */
export function recordStatistics(
  { store, folder }: ExportDependencies,
  { record, parts, selections }: RecordExport,
): Readable {
  const variables = Object.keys(record.availableData);
  const measure = async (fromSeconds: number, toSeconds: number) =>
    store.statistics(await folder.files.localPath(stored.signals(record.uid)), variables, fromSeconds, toSeconds);
  async function* blocks(): AsyncGenerator<StatisticsBlock> {
    if (parts.some(({ selection }) => selection === undefined)) {
      const statistics = await measure(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      yield { selection: undefined, statistics };
    }
    for (const selection of selections) yield { selection, statistics: await measure(selection.t0, selection.t1) };
  }
  return statisticsCsv(blocks(), record.availableData);
}
