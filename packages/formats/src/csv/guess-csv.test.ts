import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource, memoryScratch } from '../byte-source.ts';
import { isProblem, utf8 } from '../index.ts';
import { readWholeFile } from '../read-file.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { fitMapping } from './fit-mapping.ts';
import { adaptMapping, type CsvGuess, guessCsv } from './guess-csv.ts';
import { good, read, table } from './make-test-csv.ts';
import { readCsv } from './read-csv-file.ts';

const fixtures = new URL('../../../testkit/fixtures/', import.meta.url);

function guess(bytes: Uint8Array): CsvGuess {
  const guessed = guessCsv(bytes.subarray(0, 256 * 1024), bytes.length <= 256 * 1024);
  if (isProblem(guessed)) throw new Error(JSON.stringify(guessed));
  return guessed;
}

/** What a file holds when it is read as a mapping says. */
function readBy(bytes: Uint8Array, mapping: CsvMapping, rateHz?: number) {
  return good(readWholeFile('csv', bytes, { rateHz, mapping }));
}

const csvFiles = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.csv'));

test.each(csvFiles)('what is guessed of %s reads the same table as without it', (path) => {
  const bytes = new Uint8Array(readFileSync(new URL(path, fixtures)));
  const guessed = guessCsv(bytes.subarray(0, 256 * 1024), bytes.length <= 256 * 1024);
  if (isProblem(guessed)) return;
  const rateHz = guessed.mapping.time === null ? 100 : undefined;
  const alone = readWholeFile('csv', bytes, { rateHz });
  const byMapping = readWholeFile('csv', bytes, { rateHz, mapping: guessed.mapping });
  expect(byMapping).toEqual(alone);
});

/** A table as some program writes it. */
const dialect = fc.record({
  delimiter: fc.constantFrom(';', '\t', '|', ','),
  decimal: fc.constantFrom('.', ','),
  preamble: fc.constantFrom([], ['# made by a logger'], ['Session report', 'Athlete: Le Goff']),
  header: fc.boolean(),
  units: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n'),
  mark: fc.boolean(),
  columns: fc.uniqueArray(fc.constantFrom('power', 'force', 'cadence', 'acc_x'), { minLength: 1, maxLength: 4 }),
  rows: fc.array(fc.array(fc.integer({ min: -99_999, max: 99_999 }), { minLength: 4, maxLength: 4 }), {
    minLength: 5,
    maxLength: 40,
  }),
});

describe('a table of any dialect', () => {
  test('is guessed as it was written, and read as the same numbers', () => {
    fc.assert(
      fc.property(dialect, ({ delimiter, decimal, preamble, header, units, end, mark, columns, rows }) => {
        // Of numbers with a comma between commas nobody can tell where one ends.
        fc.pre(!(delimiter === ',' && decimal === ','));
        const number = (value: number) => (value / 100).toFixed(2).replace('.', decimal);
        const names = ['time', ...columns].map((name, i) => (units ? `${name} (${i === 0 ? 's' : 'N'})` : name));
        const lines = rows.map((row, at) =>
          [at + 1, ...columns.map((_, c) => row[c] ?? 0)].map(number).join(delimiter),
        );
        const text = [...preamble, ...(header ? [names.join(delimiter)] : []), ...lines].join(end) + end;
        const bytes = utf8((mark ? '\ufeff' : '') + text);
        const guessed = guess(bytes);
        expect(guessed.mapping.delimiter).toBe(delimiter);
        expect(guessed.mapping.decimal).toBe(decimal);
        expect(guessed.mapping.headerLine).toBe(header ? preamble.length + 1 : null);
        expect(guessed.mapping.firstLine).toBe(preamble.length + (header ? 2 : 1));
        expect(guessed.doubts).toEqual(header ? [] : ['noHeader', 'noTime']);
        // What somebody then decides is what is read.
        const decided: CsvMapping = {
          ...guessed.mapping,
          time: { index: 0, unitSeconds: 1 },
          columns: columns.map((name, c) => ({ index: c + 1, name, unit: 'W' })),
        };
        const { times, values } = table(readBy(bytes, decided));
        expect(times).toEqual(rows.map((_, at) => (at + 1) / 100));
        columns.forEach((name, c) => {
          expect(values[name]).toEqual(rows.map((row) => (row[c] ?? 0) / 100));
        });
      }),
      { numRuns: 300 },
    );
  });
});

test('a mapping says another time, its unit, other names, and leaves columns out', () => {
  const bytes = utf8('a;b;c\n1;1000;5,5\n2;2000;6,5\n3;3000;7,5\n');
  const { mapping, doubts } = guess(bytes);
  expect([mapping.time, doubts]).toEqual([null, ['noTime']]);
  const decided = {
    ...mapping,
    time: { index: 1, unitSeconds: 1e-3 },
    columns: [{ index: 2, name: 'power', unit: 'W' }],
  };
  const recording = readBy(bytes, decided);
  expect(table(recording)).toEqual({ times: [1, 2, 3], values: { power: [5.5, 6.5, 7.5] } });
  expect(recording.modules[0]?.columns[0]).toMatchObject({ name: 'power', unit: 'W' });
});

test('a mapping of a file goes for one with the same names below a longer preamble', () => {
  const short = utf8('# x\ntime (s);v\n0;1\n1;2\n2;3\n');
  const long = utf8('# x\n# y\n# z\ntime (s);v\n0;1\n1;2\n2;3\n');
  const known = { ...guess(short).mapping, columns: [{ index: 1, name: 'speed', unit: 'm/s' }] };
  expect(guess(long).header).toEqual(guess(short).header);
  expect(table(readBy(long, adaptMapping(known, guess(long)))).values).toEqual({ speed: [1, 2, 3] });
});

test('a mapping of a file goes for one with the same names that another program wrote', () => {
  const write = (delimiter: string, decimal: string) =>
    utf8(
      [
        ['time', 'acc', 'power'],
        ...[0.5, 1.5, 2.5].map((n) => [n, n + 9, 7].map((cell) => String(cell).replace('.', decimal))),
      ]
        .map((cells) => cells.join(delimiter))
        .join('\n'),
    );
  const known = { ...guess(write(';', '.')).mapping, columns: [{ index: 1, name: 'a', unit: 'g' }] };
  for (const other of [write(';', ','), write(',', '.'), write('\t', ',')]) {
    const fitted = fitMapping(other, true, known, guess(other));
    expect(fitted && table(readBy(other, fitted))).toEqual({
      times: [0.5, 1.5, 2.5],
      values: { a: [9.5, 10.5, 11.5] },
    });
  }
  const words = utf8('time;acc;power\n0;on;1\n1;off;2\n2;on;3\n');
  expect(fitMapping(words, true, known, guess(words))).toBeUndefined();
});

test('a column whose numbers have another decimal sign than was said is not left out without a word', () => {
  const bytes = utf8('time;acc;power\n0;1,5;1\n1;2,5;2\n2;3,5;3\n');
  const recording = readBy(bytes, { ...guess(bytes).mapping, decimal: '.' });
  expect(recording.findings.map(({ msg }) => msg.en)).toEqual([
    'Columns were left out whose numbers are written with another decimal sign: acc.',
  ]);
});

test('a mapping that fits no file ends in a problem, whatever it says', () => {
  const anyMapping = fc.record({
    delimiter: fc.constantFrom('\t', ';', '|', ',') as fc.Arbitrary<CsvMapping['delimiter']>,
    decimal: fc.constantFrom('.', ',') as fc.Arbitrary<CsvMapping['decimal']>,
    headerLine: fc.option(fc.nat({ max: 20 })),
    firstLine: fc.nat({ max: 30 }),
    time: fc.option(fc.record({ index: fc.nat({ max: 2000 }), unitSeconds: fc.option(fc.constantFrom(1e-9, 1, 60)) })),
    columns: fc.array(
      fc.record({
        index: fc.nat({ max: 2000 }),
        name: fc.string({ maxLength: 20 }),
        unit: fc.string({ maxLength: 5 }),
      }),
      { maxLength: 5 },
    ),
  });
  const line = fc.array(fc.constantFrom('1', '2,5', 'x', '', '12:30', '2026-01-02'), { maxLength: 6 });
  fc.assert(
    fc.property(anyMapping, fc.array(line, { maxLength: 30 }), (mapping, rows) => {
      const bytes = utf8(rows.map((cells) => cells.join(';')).join('\n'));
      const about = { mapping, toUtcMs: (ms: number) => ms };
      const pieces = readCsv(bytesSource(bytes), about, memoryScratch);
      for (let { done } = { done: false as boolean | undefined }; !done; ) ({ done } = pieces.next());
    }),
    { numRuns: 1000 },
  );
});

test('the guess of a plain file with a time is sure, but for whole numbers that may be ms', () => {
  expect(guess(utf8('time,v\n0,1\n10,2\n20,3\n')).doubts).toEqual(['timeUnit']);
  expect(guess(utf8('time,v\n0,1\n1,2\n2,3\n')).doubts).toEqual([]);
  expect(guess(utf8('time,v\n1700000000000,1\n1700000000010,2\n1700000000020,3\n')).doubts).toEqual([]);
  expect(guess(utf8('time (ms),v\n0,1\n10,2\n20,3\n')).doubts).toEqual([]);
  expect(read('time (ms),v\n0,1\n10,2\n20,3\n').findings).toEqual([]);
});
