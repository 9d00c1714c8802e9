import { expect, it } from 'vitest';
import type { Statistics } from './statistics-queries.ts';
import { decimalsByVariable } from './variable-decimals.ts';

/** The decimals of variables that reach from 0 to their largest value. */
function decimalsOf(variables: Readonly<{ [name: string]: readonly [largest: number, unit: string] }>) {
  const named = Object.entries(variables);
  const row = (variable: string, max: number): Statistics => ({ variable, num: 5, mean: max / 2, std: 1, min: 0, max });
  const available = named.map(([name, [, unit]]) => [name, { description: { fr: name, en: name }, unit }] as const);
  const whole = new Map(named.map(([name, [largest]]) => [name, row(name, largest)]));
  return Object.fromEntries(decimalsByVariable(whole, Object.fromEntries(available)));
}

it('prints small quantities with their figures beside large ones of the same unit', () => {
  expect(decimalsOf({ 'gps.distance': [2000, 'm'], 'rower.dist_stroke': [8.66, 'm'] })).toEqual({
    'gps.distance': 0,
    'rower.dist_stroke': 2,
  });
  expect(decimalsOf({ 'gps.latitude': [49.2, '°'], 'imu.yaw': [359, '°'] })).toEqual({
    'gps.latitude': 1,
    'imu.yaw': 0,
  });
});

it('prints the axes of a quantity alike', () => {
  expect(decimalsOf({ 'imu.acc_x': [3, 'm/s²'], 'imu.acc_z': [24, 'm/s²'] })).toEqual({
    'imu.acc_x': 1,
    'imu.acc_z': 1,
  });
});

it('prints tenths of a rotation however fast it is, by its name or by its unit', () => {
  expect(
    decimalsOf({ 'imu.gyr_z': [870, '°/s'], 'computed.swing': [870, 'deg/s'], 'imu.acc_x': [870, 'm/s²'] }),
  ).toEqual({ 'imu.gyr_z': 1, 'computed.swing': 1, 'imu.acc_x': 0 });
});
