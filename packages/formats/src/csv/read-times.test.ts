import { describe, expect, test } from 'vitest';
import { memoryScratch } from '../byte-source.ts';
import { bytesSource, fileFormats, readCsvFile, utf8 } from '../index.ts';
import { read, said, table } from './make-test-csv.ts';

describe('a date beside the time', () => {
  const startOf = (text: string) => new Date((read(text).startUs ?? Number.NaN) / 1000).toJSON();

  test('of day is the moment of each row, over midnight, too', () => {
    const text = 'date,time,v\n2024-05-01,23:59:59.5,1\n2024-05-02,00:00:00.25,2\n2024-05-02,00:00:01,3\n';
    expect(table(read(text))).toEqual({ times: [0, 0.75, 1.5], values: { v: [1, 2, 3] } });
    expect(startOf(text)).toBe('2024-05-01T23:59:59.500Z');
    const sameDay = 'time;date;v\n23:59:59;01/05/2024;1\n00:00:01;01/05/2024;2\n';
    expect(table(read(sameDay)).times).toEqual([0, 2]);
    expect(startOf(sameDay)).toBe('2024-05-01T23:59:59.000Z');
    expect(startOf('Date,Time,v\n12/31/24,10:00:00,1\n12/31/24,10:00:01,2\n')).toBe('2024-12-31T10:00:00.000Z');
  });

  test('since the start dates the record; its times stay', () => {
    const moments = 'time,date,v\n1.5,2024-05-01 10:00:00,1\n2.5,2024-05-01 10:00:01,2\n';
    expect(table(read(moments))).toEqual({ times: [1.5, 2.5], values: { v: [1, 2] } });
    expect(startOf(moments)).toBe('2024-05-01T09:59:58.500Z');
    const days = 'date,time,v\n2024-05-01,0.5,1\n2024-05-01,1.5,2\n';
    expect(table(read(days))).toEqual({ times: [0.5, 1.5], values: { v: [1, 2] } });
    expect(startOf(days)).toBe('2024-05-01T00:00:00.000Z');
  });

  test('that is a moment itself needs none', () => {
    expect(startOf('date,time,v\n2024-05-01,2024-06-01T10:00:00Z,1\n2024-05-01,2024-06-01T10:00:01Z,2\n')).toBe(
      '2024-06-01T10:00:00.000Z',
    );
  });
});

describe('times', () => {
  test.each([
    ['Time (min)', ['0', '0.5', '1'], [0, 30, 60]],
    ['Time/s', ['0', '0.5', '1'], [0, 0.5, 1]],
    ['Time in ms', ['0', '500'], [0, 0.5]],
    ['timestamp_us', ['0', '500'], [0, 0.0005]],
    ['Zeit', ['0', '1'], [0, 1]],
    ['Zeit [h]', ['0', '1'], [0, 3600]],
    ['secs', ['0', '1'], [0, 1]],
    ['Minutes', ['0', '2'], [0, 120]],
    ['Elapsed Time', ['00:01.5', '01:00.0', '1:00:00.5'], [1.5, 60, 3600.5]],
    ['time', ['23:59:59', '00:00:01'], [86_399, 86_401]],
  ])('%s %s', (name, cells, times) => {
    expect(table(read(`${name},v\n${cells.map((cell) => `${cell},1`).join('\n')}\n`)).times).toEqual(times);
  });

  test.each([
    ['2024-05-01T10:00:00.250+02:00', '2024-05-01T10:00:01.5+02:00', '2024-05-01T08:00:00.250Z', 1.25],
    ['2024-05-01 10:00:00', '2024-05-01 10:00:00.001', '2024-05-01T10:00:00Z', 0.001],
    ['01/05/2024 10:00:00', '01/05/2024 10:00:02', '2024-05-01T10:00:00Z', 2],
    ['05/13/2024 1:00:00 pm', '05/13/2024 1:00:02 pm', '2024-05-13T13:00:00Z', 2],
    ['1.5.2024 10:00:00,5', '1.5.2024 10:00:01,5', '2024-05-01T10:00:00.500Z', 1],
    ['1714557600', '1714557601', '2024-05-01T10:00:00Z', 1],
    ['1714557600000', '1714557600250', '2024-05-01T10:00:00Z', 0.25],
    ['1714557600000000', '1714557600000001', '2024-05-01T10:00:00Z', 0.000001],
    ['1714557600000000000', '1714557600000000001', '2024-05-01T10:00:00Z', 1e-9],
  ])('%s is a moment', (first, second, start, step) => {
    const recording = read(`timestamp;v\n${first};1\n${second};2\n`);
    expect(recording.startUs).toBe(Date.parse(start) * 1000);
    expect(table(recording).times).toEqual([0, step]);
  });

  test('a date without an offset is of the given zone', () => {
    const toUtcMs = (localMs: number) => localMs - 2 * 3_600_000;
    const source = bytesSource(utf8('time,v\n2024-07-01T10:00:00,1\n2024-07-01T10:00:01,2\n'));
    const pieces = fileFormats.csv.read(source, { rateHz: undefined, toUtcMs }, memoryScratch);
    let step = pieces.next();
    while (!step.done) step = pieces.next();
    expect(step.value).toMatchObject({ startUs: Date.parse('2024-07-01T08:00:00Z') * 1000 });
  });

  test.each([
    ['all of one moment', 'T,v\n1,1\n1,2\n1,3\n', { problem: 'constantTime' }],
    ['moments that cannot be', 'time (s),v\n1714557600000,1\n1714557600001,2\n', { problem: 'wrongDate', line: 2 }],
    ['that begin again for ever', `t,v\n${'0,1\n1,2\n2,3\n3,4\n'.repeat(600)}`, { problem: 'timeRestarts', line: 6 }],
  ])('%s are refused', (_, text, problem) => {
    expect(readCsvFile(utf8(text))).toEqual(problem);
  });

  test('a few rows that come late are put where they belong, and it is said', () => {
    const late = read('t,v\n1,1\n2,2\n3,3\n7,7\n8,8\n4,4\n5,5\n6,6\n9,9\n');
    expect(table(late).times).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(late.passes).toEqual([]);
    expect(said(late)[0]).toContain('first in line 7');
    expect(table(read('t,v\n3,30\n2,20\n1,10\n')).values).toEqual({ v: [10, 20, 30] });
  });
});
