import { Readable } from 'node:stream';
import type { Selection } from '@sillage/contract';
import { csvHeader, csvLine, csvRows } from '@sillage/formats';
import type { SelectionRow } from '../records/index.ts';
import type { WindowStatistics } from '../store/index.ts';
import type { ExportModule, ExportWindow } from './export-source.ts';

/** A module as CSV: `T (s)` since the record's start, then its variables. */
export function moduleCsv(module: ExportModule): Readable {
  async function* bytes() {
    yield Buffer.from(csvHeader(module.columns));
    for await (const samples of module.samples()) yield* csvRows(samples);
  }
  return Readable.from(bytes(), { objectMode: false });
}

export interface StatisticsBlock {
  /** undefined = the whole record, or a window of it */
  readonly selection: SelectionRow | undefined;
  readonly window?: ExportWindow | undefined;
  readonly statistics: readonly WindowStatistics[];
}

/** Statistics as CSV, one variable a line; a block a selection with its number, bounds (s) and exercise, measured when its turn comes. */
export function statisticsCsv(
  blocks: AsyncIterable<StatisticsBlock>,
  units: Readonly<Record<string, { unit: string }>>,
): Readable {
  async function* text() {
    yield 'variable,unit,num,mean,std,min,max,selection,t0,t1,exercise\n';
    for await (const { selection, window, statistics } of blocks) {
      const { t0 = '', t1 = '' } = selection ?? window ?? {};
      const where = [selection?.num ?? '', t0, t1, selection ? csvLine([selection.exercise]).trimEnd() : ''];
      for (const { variable, num, mean, std, min, max } of statistics) {
        const texts = csvLine([variable, units[variable]?.unit ?? '']).trimEnd();
        const values = [mean, std, min, max].map((value) => value ?? '');
        yield `${[texts, num, ...values, ...where].join(',')}\n`;
      }
    }
  }
  return Readable.from(encoded(text()), { objectMode: false });
}

/** The same statistics as a JSON list: each block with its selection (null = the whole record, or the window that is said), its variables with unit and figures. */
export function statisticsJson(
  blocks: AsyncIterable<StatisticsBlock>,
  units: Readonly<Record<string, { unit: string }>>,
  present: (selection: SelectionRow) => Selection,
): Readable {
  async function* text() {
    let before = '[\n';
    for await (const { selection, window, statistics } of blocks) {
      const variables = statistics.map((one) => ({ ...one, unit: units[one.variable]?.unit ?? '' }));
      const of = { selection: selection === undefined ? null : present(selection), ...(window && { window }) };
      yield `${before}${JSON.stringify({ ...of, variables })}`;
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
  return Readable.from(encoded(text()), { objectMode: false });
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}
