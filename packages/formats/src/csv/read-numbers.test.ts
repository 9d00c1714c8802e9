import { describe, expect, test } from 'vitest';
import { read, said, table } from './make-test-csv.ts';

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
