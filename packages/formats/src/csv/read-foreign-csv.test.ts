import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryScratch } from '../byte-source.ts';
import {
  bytesSource,
  detectFormat,
  type FileProblem,
  fileFormats,
  isProblem,
  type Recording,
  readCsvFile,
  utf8,
} from '../index.ts';

const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../../testkit/fixtures/${path}`, import.meta.url)));

function good(result: Recording | FileProblem): Recording {
  if (isProblem(result)) throw new Error(JSON.stringify(result));
  return result;
}
const read = (text: string | Uint8Array, rateHz?: number) =>
  good(readCsvFile(typeof text === 'string' ? utf8(text) : text, rateHz));

/** Times, and values by name. */
function table(recording: Recording) {
  const [module] = recording.modules;
  const values = Object.fromEntries(
    (module?.columns ?? []).map(({ name }, i) => [name, [...(module?.values[i] ?? [])]]),
  );
  return { times: [...(module?.timesSeconds ?? [])], values };
}
const said = ({ findings }: Recording) => findings.map(({ msg }) => msg.en);

describe('real files of other people', () => {
  test('the golf swing: comments, ISO times, damaged lines at the start', () => {
    const golf = read(fixture('17_golf_swing_imu/imu_20260112_171520.csv'));
    const { times, values } = table(golf);
    expect(times.length).toBe(825);
    expect(golf.startUs).toBe(Date.parse('2026-01-12T17:15:27.446Z') * 1000);
    expect(said(golf)).toEqual(['4 unreadable rows were skipped, the first is line 7.']);
    expect(Math.abs((times.length - 1) / (times.at(-1) ?? 0) - 76.1)).toBeLessThan(1);
    const { GyX = [], GyY = [], GyZ = [] } = values;
    const turn = GyX.map((x, i) => Math.hypot(x, GyY[i] ?? 0, GyZ[i] ?? 0) / 65.5);
    const peak = turn.indexOf(Math.max(...turn));
    expect(turn[peak]).toBeCloseTo(402, 0);
    expect(Math.abs((times[peak] ?? 0) - 6.45)).toBeLessThan(0.06);
  });

  test('a SpeedCoach: preamble, summary tables, units, times of each interval', () => {
    const coach = read(fixture('10_rowing_nk_rp3/Speedcoach2example.csv'));
    const { times, values } = table(coach);
    expect(times.length).toBe(97);
    expect(coach.modules[0]?.columns.map(({ name, unit }) => `${name} ${unit}`)).toEqual([
      'Interval Interval',
      'GPS_Distance Meters',
      'GPS_Split /500',
      'GPS_Speed M/S',
      'Stroke_Rate SPM',
      'Heart_Rate BPM',
      'Stroke_Count Strokes',
    ]);
    expect([times[0], values.GPS_Distance?.[0], values.GPS_Split?.[0]]).toEqual([1.5, 3.2, 675.6]);
    expect(coach.passes.length).toBe(3);
    expect(times.every((time, i) => i === 0 || time > (times[i - 1] ?? time))).toBe(true);
    // Rows of an interval stay together.
    expect(values.Interval).toEqual(values.Interval?.toSorted((a, b) => a - b));
  });

  test('a SpeedCoach with an EmPower oarlock: strokes without a time are counted', () => {
    const coach = read(fixture('10_rowing_nk_rp3/EmpowerSpeedCoachForce.csv'));
    const { times, values } = table(coach);
    expect([times.length, times[0], times.at(-1)]).toEqual([676, 1.7, 1597.3]);
    const power = (values.Power ?? []).filter((value) => !Number.isNaN(value));
    // Of the strokes with a time; the device's own 222 counts those without one, too.
    expect(power.reduce((sum, value) => sum + value, 0) / power.length).toBeCloseTo(224.8024, 4);
    expect(said(coach)[0]).toMatch(/^16 unreadable rows were skipped, the first is line \d+\.$/);
  });

  test('five athletes one after the other are five parts, never between one another', () => {
    const radar = read(fixture('06_sprint_shorts/radar_gun_data.csv'));
    const { times, values } = table(radar);
    expect([times.length, radar.passes.length]).toEqual([3000, 5]);
    expect(said(radar)).toEqual([
      'The time begins again, first in line 602: the 5 parts follow one another, each is a selection.',
    ]);
    const source = new TextDecoder().decode(fixture('06_sprint_shorts/radar_gun_data.csv')).trim().split('\n').slice(1);
    expect(values.velocity).toEqual(source.map((line) => Number(line.split(',')[3])));
    expect(values.bodyweight).toEqual(source.map((line) => Number(line.split(',')[1])));
    expect(read(fixture('06_sprint_shorts/split_times.csv')).passes.length).toBe(5);
  });
});

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

describe('signs of other keyboards', () => {
  test.each([
    ['\u2212', ','],
    ['\u2212', ';'],
    ['\u2013', '\t'],
    ['\uff0d', ';'],
  ])('a minus %s between %s', (minus, separator) => {
    const comma = separator === ',' ? '.' : ',';
    const rows = [`0`, `1`, `2`].map((time) => [time, `${minus}${time}${comma}5`, `1e${minus}2`].join(separator));
    const { values } = table(read([['t', 'v', 'w'].join(separator), ...rows].join('\n')));
    expect(values).toEqual({ v: [-0.5, -1.5, -2.5], w: [0.01, 0.01, 0.01] });
  });

  test('a minus alone is no value, not a sign', () => {
    expect(table(read('t,v\n0,\u2212\n1,\u22122\n')).values.v).toEqual([Number.NaN, -2]);
  });

  test('percentages are numbers, and the percent is their unit', () => {
    const recording = read('t;slope;grade (deg)\n0;5%;1\n1;-7,5 %;2\n2;;3\n');
    expect(table(recording).values).toEqual({ slope: [5, -7.5, Number.NaN], grade: [1, 2, 3] });
    expect(recording.modules[0]?.columns.map(({ unit }) => unit)).toEqual(['%', 'deg']);
    expect(said(recording)).toEqual([]);
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

describe('numbers and cells', () => {
  test.each([
    ['points', 't;v\n0;1.234,5\n1;-2.345.678,25\n2;0,5\n', [1234.5, -2_345_678.25, 0.5]],
    ['points, also without decimals', 't;v\n0;1.234,5\n1;1.234\n', [1234.5, 1234]],
    ['commas', 't;v\n0;1,234.5\n1;12,345\n', [1234.5, 12_345]],
    ['quoted commas', 't,v\n0,"1,234.5"\n1,"12,345"\n', [1234.5, 12_345]],
    ['spaces', 't;v\n0;1 234,5\n1;12 345\n', [1234.5, 12_345]],
    ['no-break spaces', 't;v\n0;1\u00a0234,5\n1;12\u00a0345\n', [1234.5, 12_345]],
    ['narrow no-break spaces', 't;v\n0;1\u202f234,5\n1;12\u202f345,25\n', [1234.5, 12_345.25]],
    ['apostrophes', "t;v\n0;1'234.5\n1;12’345\n", [1234.5, 12_345]],
  ])('thousands apart by %s', (_, text, values) => {
    const recording = read(text);
    expect(table(recording).values).toEqual({ v: values });
    expect(said(recording)).toEqual([]);
  });

  test('decimal commas between commas are read when they are quoted', () => {
    expect(table(read('T,v\n"0,00","1,5"\n"0,01","2,5"\n'))).toEqual({ times: [0, 0.01], values: { v: [1.5, 2.5] } });
  });

  test('cells that cannot be read are counted, with line and column of the first', () => {
    const recording = read('t,force,name\n0,1,a\n1,x7,b\n2,3,c\n3,?,d\n4,4 N,e\n');
    expect(table(recording).values).toEqual({ force: [1, Number.NaN, 3, Number.NaN, Number.NaN] });
    expect(said(recording)).toEqual(['2 unreadable cells have no value, the first is “x7” in line 3, column “force”.']);
  });

  test('words for "no value" are no unreadable cells', () => {
    const gaps = ['', 'NaN', 'N/A', 'na', '-', '---', 'inf', 'null', '#N/A'];
    const recording = read(`t,v\n${gaps.map((cell, i) => `${i},${cell}`).join('\n')}\n10,1\n`);
    expect(said(recording)).toEqual([]);
    expect(table(recording).times.length).toBe(gaps.length + 1);
  });

  test('a column called T or t beside the time gets another name', () => {
    expect(Object.keys(table(read('time,T,t\n0,1,2\n1,2,3\n')).values)).toEqual(['T_2', 't_3']);
  });
});

describe('preambles, encodings, separators', () => {
  const rows = Array.from({ length: 50 }, (_, i) => `0,${String(i).padStart(2, '0')};${i},5`);

  test('a preamble is no data, with or without a rate', () => {
    const text = `Device;XY\nRate;100\nMode;fast\n\nT;v\n${rows.join('\n')}\n`;
    for (const rate of [undefined, 100]) {
      const { times, values } = table(read(text, rate));
      expect([times.length, times[1], Object.keys(values), values.v?.[1]]).toEqual([50, 0.01, ['v'], 1.5]);
    }
  });

  test('the header of a summary above is none of the samples', () => {
    for (const names of ['Time (s);HR (bpm)', 'Time;HR']) {
      const summary = 'Lap;Time;Avg\n1;10;150\n2;20;160\n';
      const { times, values } = table(read(`Device;XY\n\n${summary}\n${names}\n${rows.join('\n')}\n`));
      expect([times.length, times[1], Object.keys(values), values.HR?.[1]]).toEqual([50, 0.01, ['HR'], 1.5]);
    }
  });

  test('a column that most rows leave out at their end is kept where it is filled', () => {
    const filled = (i: number) => (i % 3 === 0 ? `${i},${2 * i},${3 * i},4` : `${i},${2 * i}`);
    const sparse = Array.from({ length: 60 }, (_, i) => filled(i)).join('\n');
    const recording = read(`t,a,b,c\n${sparse}\n`);
    const { times, values } = table(recording);
    expect([times.length, values.b?.[1], values.b?.[57], values.c?.[57]]).toEqual([60, Number.NaN, 171, 4]);
    expect(said(recording)).toEqual([]);
    // Also when the beginning has no such row.
    const late = Array.from({ length: 1000 }, (_, i) => (i < 900 ? `${i},${i}` : `${i},${i},${i}`)).join('\n');
    const { values: lateValues } = table(read(`t,a,b\n${late}\n`));
    expect([lateValues.a?.length, lateValues.b?.[999]]).toEqual([1000, 999]);
  });

  test('comment lines, also with the header in one, also in the middle', () => {
    const expected = { times: [0, 1], values: { x: [1, 2] } };
    expect(table(read('# made by X\n# 3,4,5\nt,x\n0,1\n# pause\n1,2\n'))).toEqual(expected);
    expect(table(read('# t,x\n0,1\n1,2\n'))).toEqual(expected);
  });

  test('UTF-16 of both orders, pipes', () => {
    const text = `T (s);v (m/s²)\r\n${rows.join('\r\n')}\r\n`;
    const expected = table(read(text));
    const little = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    const big = new Uint8Array(Buffer.from(little).swap16());
    for (const bytes of [little, big]) {
      expect(table(read(bytes))).toEqual(expected);
      expect(read(bytes).modules[0]?.columns[0]?.unit).toBe('m/s²');
      expect(detectFormat(bytes, true)).toMatchObject({ format: 'csv' });
    }
    expect(table(read('t|a|b\n0|1|2\n1|3|4\n'))).toEqual({ times: [0, 1], values: { a: [1, 3], b: [2, 4] } });
  });

  test('a unit in Latin-1 survives, and so do spaces between thousands', () => {
    const bytes = new Uint8Array(Buffer.from('t;acc (m/s²)\n0;1\u00a0234,5\n1;2\n', 'latin1'));
    const recording = read(bytes);
    expect(recording.modules[0]?.columns[0]).toMatchObject({ unit: 'm/s²' });
    expect(table(recording).values).toEqual({ acc: [1234.5, 2] });
  });

  test.each([
    ['gzip', '1f8b0800', { format: 'gzip', kind: 'compressed' }],
    ['FIT', '0e10d9072a1600002e464954', { format: 'FIT', kind: 'notYet' }],
    ['MP4', '0000001c6674797069736f6d', { format: 'MP4', kind: 'noSamples' }],
    ['GPX', Buffer.from('<?xml version="1.0"?>\n<gpx>').toString('hex'), { format: 'GPX', kind: 'notYet' }],
    ['JSON', Buffer.from('{"a": [1, 2]}').toString('hex'), { format: 'JSON', kind: 'notYet' }],
  ])('%s is called by its name', (_, hex, expected) => {
    const bytes = new Uint8Array(Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(50, 32)]));
    expect(detectFormat(bytes, true)).toEqual({ problem: 'otherFormat', ...expected });
  });

  test('one column of numbers lacks a time, not a format', () => {
    expect(detectFormat(utf8('661.156\n661.144\n661.144\n'), true)).toEqual({ problem: 'noTime' });
  });
});

test('an unclosed quote costs one row', () => {
  const recording = read(
    `t,v\n${Array.from({ length: 100 }, (_, i) => (i === 50 ? '50,"5' : `${i},${i}`)).join('\n')}\n`,
  );
  expect(table(recording).times.length).toBeGreaterThanOrEqual(99);
});

test('any table, in any of the ways to write it, reads back exactly', () => {
  // `String` writes −0 as 0.
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0);
  const value = fc.oneof(number, fc.integer(), fc.constant(Number.NaN));
  const style = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    quoted: fc.boolean(),
    comma: fc.boolean(),
    encoding: fc.constantFrom('utf8', 'bom', 'utf16le'),
  });
  const tables = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(tables, style, (rows, { delimiter, newline, quoted, comma, encoding }) => {
      const write = (cell: number) => {
        const text = Number.isNaN(cell) ? '' : comma ? String(cell).replace('.', ',') : String(cell);
        return quoted || text.includes(delimiter) ? `"${text}"` : text;
      };
      // The first row tells the style beyond doubt.
      const all = [[1.5, 2.25, 3.5], ...rows];
      const lines = ['time', 'a', 'b', 'c'].join(delimiter) + newline;
      const text = lines + all.map((row, i) => [i / 8, ...row].map(write).join(delimiter)).join(newline) + newline;
      const bytes =
        encoding === 'utf16le'
          ? Buffer.from(`\ufeff${text}`, 'utf16le')
          : Buffer.from(encoding === 'bom' ? `\ufeff${text}` : text);
      const read = table(good(readCsvFile(new Uint8Array(bytes))));
      expect(read.times).toEqual(all.map((_, i) => i / 8));
      for (const [i, name] of ['a', 'b', 'c'].entries()) expect(read.values[name]).toEqual(all.map((row) => row[i]));
    }),
    { numRuns: 500 },
  );
});
