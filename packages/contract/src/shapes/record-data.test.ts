import { expect, test } from 'vitest';
import { DataQuery } from './record-data.ts';

const y = Array.from({ length: 64 }, (_, n) => `imu.v${n}`);

test('one request may ask for many curves, but not for more points than a server can hold', () => {
  const usual = { data: { 1: [{ y }], 2: [{ y, x: { maxData: 8000 } }] } };
  expect(DataQuery.safeParse(usual).success).toBe(true);
  const greedy = { data: { 1: Array.from({ length: 32 }, () => ({ y, x: { maxData: 200_000 } })) } };
  expect(DataQuery.safeParse(greedy).error?.issues).toMatchObject([{ path: ['data'], message: 'tooMany' }]);
});
