import { expect, test } from 'vitest';
import { type FirstLook, lookRank, tracedVariable } from './first-look.ts';
import type { QuantityName } from './quantities.ts';

const variables = [
  'gps.t',
  'gps.latitude',
  'gps.speed',
  'stroke.cadence',
  'plate.fzg',
  'plate.fztot',
  'hr.heart_rate',
  'imu.acc_x',
  'imu.acc_long',
];

test.each<[FirstLook, string[]]>([
  ['live', ['stroke.cadence', 'gps.speed', 'plate.fztot', 'plate.fzg', 'hr.heart_rate', 'imu.acc_x', 'imu.acc_long']],
  ['record', ['gps.speed', 'stroke.cadence', 'plate.fzg', 'plate.fztot', 'hr.heart_rate', 'imu.acc_x', 'imu.acc_long']],
  ['trace', ['plate.fztot', 'gps.speed', 'imu.acc_x', 'stroke.cadence', 'plate.fzg', 'hr.heart_rate', 'imu.acc_long']],
])('%s leads with what tells most; clocks and positions come last', (look, expected) => {
  const sorted = [...variables].sort((a, b) => lookRank(look, a) - lookRank(look, b));
  expect(sorted).toEqual([...expected, 'gps.t', 'gps.latitude']);
});

test('the trace of a record is the same variable, in whatever order its variables come', () => {
  const names = ['b.speed', 'a.speed', 'a.cadence', 'gps.t'];
  expect([names, names.toReversed()].map((some) => tracedVariable(some))).toEqual(['a.speed', 'a.speed']);
  expect(tracedVariable([])).toBeUndefined();
});

test('a quantity that is asked for is traced by all of it, else by an axis, else by one side', () => {
  const names = ['plate.fzg', 'plate.fztot', 'plate.fzd', 'imu.acc_y', 'imu.acc_x', 'bike.torque_g', 'gps.speed'];
  const asked: QuantityName[] = ['force', 'acceleration', 'torque'];
  expect(asked.map((one) => tracedVariable(names, one))).toEqual(['plate.fztot', 'imu.acc_x', 'bike.torque_g']);
  expect(tracedVariable(names, 'cadence')).toBeUndefined();
});
