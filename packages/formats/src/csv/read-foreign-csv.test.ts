import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFormat, readCsvFile, utf8 } from '../index.ts';
import { good, read, said, table } from './make-test-csv.ts';

const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../../testkit/fixtures/${path}`, import.meta.url)));

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

  /** Lines as they stand, cut at commas, without what stands in quotes: none of these files has a comma within. */
  const cells = (path: string) =>
    Buffer.from(fixture(path))
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(',').map((cell) => cell.trim().replaceAll('"', '')));

  test.each([
    ['06_sprint_shorts/vescovi.csv', 52, ['Team', 'Surface', 'Athlete']],
    ['07_jump_fv_profile/jimenez_reyes_2019_subjects1-20.csv', 20, []],
    ['07_jump_fv_profile/vjsim_testing_data.csv', 24, ['athlete']],
    ['08_critical_power/critical_power.csv', 5, []],
    ['08_critical_power/critical_speed.csv', 3, []],
  ])('%s, which has no time, has all of its numbers at the rate that is said', (path, count, words) => {
    const recording = read(fixture(path), 2);
    expect(recording.modules[0]?.timesSeconds).toEqual(Float64Array.from({ length: count }, (_, i) => i / 2));
    const [names = [], ...rows] = cells(path);
    const measured = names.flatMap((name, c) => (words.includes(name) ? [] : [rows.map((row) => Number(row[c]))]));
    expect(recording.modules[0]?.values.map((column) => [...column])).toEqual(measured);
    expect(said(recording)).toEqual([]);
  });

  test('the golf swing has each number of each whole line', () => {
    const golf = read(fixture('17_golf_swing_imu/imu_20260112_171520.csv'));
    const whole = cells('17_golf_swing_imu/imu_20260112_171520.csv').filter(
      ([time = '', ...row]) =>
        !Number.isNaN(Date.parse(time)) &&
        row.length === 7 &&
        row.every((cell) => cell !== '' && Number.isFinite(Number(cell))),
    );
    expect(whole.length).toBe(825);
    const columns = [1, 2, 3, 4, 5, 6, 7].map((c) => whole.map((row) => Number(row[c])));
    expect(golf.modules[0]?.values.map((column) => [...column])).toEqual(columns);
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
    ['PNG', '89504e470d0a1a0a', { format: 'PNG', kind: 'noSamples' }],
    ['KML', Buffer.from('<?xml version="1.0"?>\n<kml>').toString('hex'), { format: 'XML', kind: 'notYet' }],
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
