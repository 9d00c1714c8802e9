import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { DataQuery, RecordDataQuery, StatisticsQuery } from './record-data.ts';

const y = Array.from({ length: 64 }, (_, n) => `imu.v${n}`);

test('one request may ask for many curves, but not for more points than a server can hold', () => {
  const usual = { data: { 1: [{ y }], 2: [{ y, x: { maxData: 8000 } }] } };
  expect(DataQuery.safeParse(usual).success).toBe(true);
  const greedy = { data: { 1: Array.from({ length: 32 }, () => ({ y, x: { maxData: 200_000 } })) } };
  expect(DataQuery.safeParse(greedy).error?.issues).toMatchObject([{ path: ['data'], message: 'tooMany' }]);
});

const rulesOf = (parsed: { readonly error?: { readonly issues: readonly object[] } | undefined }) =>
  parsed.error?.issues ?? [];

test('the same holds of the short form: names × points are bounded, and each name is given once', () => {
  const maxData = '200000';
  expect(RecordDataQuery.safeParse({ wanted_y: y }).success).toBe(true);
  expect(RecordDataQuery.safeParse({ wanted_y: y.slice(0, 25), maxData }).success).toBe(true);
  expect(rulesOf(RecordDataQuery.safeParse({ wanted_y: y, maxData }))).toMatchObject([
    { path: ['maxData'], message: 'tooMany' },
  ]);
  expect(rulesOf(RecordDataQuery.safeParse({ wanted_y: [...y, 'imu.more'] }))).toMatchObject([{ path: ['wanted_y'] }]);
  const twice = ['imu.v1', 'imu.v1'];
  for (const asked of [
    RecordDataQuery.safeParse({ wanted_y: twice }),
    DataQuery.safeParse({ data: { 1: [{ y: twice }] } }),
    StatisticsQuery.safeParse({ variable: twice }),
  ]) {
    expect(rulesOf(asked)).toMatchObject([{ message: 'twice' }]);
  }
  expect(StatisticsQuery.safeParse({ variable: [...y, 'imu.more'] }).success).toBe(false);
});

test('records and windows of one request are bounded, empty ones too', () => {
  const records = (count: number, windows: object[]) =>
    DataQuery.safeParse({ data: Object.fromEntries(Array.from({ length: count }, (_, id) => [id + 1, windows])) });
  expect(records(limits.dataRecordsARequest, []).success).toBe(true);
  expect(records(limits.dataRecordsARequest + 1, []).success).toBe(false);
  const window = { y: ['imu.v1'], x: { maxData: 4 } };
  expect(records(limits.dataRecordsARequest, [window, window]).success).toBe(true);
  expect(records(limits.dataRecordsARequest, [window, window, window]).success).toBe(false);
});
