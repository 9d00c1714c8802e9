import { expect, test } from 'vitest';
import { measuredSide } from './sides.ts';

test('left and right are sides only as a pair', () => {
  const all = new Set([
    'bike.torque_g',
    'bike.torque_d',
    'plate.fzg',
    'plate.fzd',
    'plate.fztot',
    'imu.acc_d',
    'gps.speed',
  ]);
  expect(measuredSide('bike.torque_g', all)).toBe('left');
  expect(measuredSide('bike.torque_d', all)).toBe('right');
  expect(measuredSide('plate.fzg', all)).toBe('left');
  expect(measuredSide('plate.fzd', all)).toBe('right');
  expect(measuredSide('plate.fztot', all)).toBe('total');
  expect(measuredSide('imu.acc_d', all)).toBeUndefined();
  expect(measuredSide('gps.speed', all)).toBeUndefined();
});
