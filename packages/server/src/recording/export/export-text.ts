import { Readable } from 'node:stream';
import { csvHeader, csvLine, csvRows } from '@sillage/formats';
import type { WindowStatistics } from '../store/index.ts';
import type { ExportModule, Processing } from './export-source.ts';

/** A module as CSV: `T (s)` since the record's start, then its variables. */
export function moduleCsv(module: ExportModule, processing: Processing): Readable {
  async function* text() {
    yield csvHeader(module.columns);
    for await (const samples of module.samples(processing)) yield* csvRows(samples);
  }
  return Readable.from(encoded(text()), { objectMode: false });
}

/** Statistics as CSV, one variable a line. */
export function statisticsCsv(
  statistics: readonly WindowStatistics[],
  units: Readonly<Record<string, { unit: string }>>,
) {
  const lines = statistics.map(({ variable, num, mean, std, min, max }) => {
    const texts = csvLine([variable, units[variable]?.unit ?? '']).trimEnd();
    return `${[texts, num, ...[mean, std, min, max].map((value) => value ?? '')].join(',')}\n`;
  });
  return Buffer.from(`variable,unit,num,mean,std,min,max\n${lines.join('')}`);
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}
