import { Readable } from 'node:stream';
import { csvLine } from '@sillage/formats';
import { currentResultsOf, specificHeaders, specificRows } from '../results/index.ts';
import type { ExportDependencies, RecordExport } from './export-source.ts';

/** What analyses found of the record, or of what of it lies in the window or the selections that are exported, as CSV. */
export function recordResults({ database }: ExportDependencies, { record, parts }: RecordExport): Readable {
  async function* lines() {
    yield Buffer.from(csvLine(specificHeaders));
    const results = (await currentResultsOf(database.db, [record.id])).filter(({ outcome }) =>
      parts.some(({ fromSeconds, toSeconds }) => outcome.t0 <= toSeconds && outcome.t1 >= fromSeconds),
    );
    for (const row of specificRows(results)) yield Buffer.from(csvLine(row.map((cell) => String(cell ?? ''))));
  }
  return Readable.from(lines(), { objectMode: false });
}
