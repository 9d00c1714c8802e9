import { expect, test } from 'vitest';
import { quantityOf } from './quantities.ts';

test.each([
  ['speed', ['gps.speed', 'lps.speed', 'bike.vitesse', 'Vitesse']],
  ['cadence', ['rower.cadence', 'stroke.stroke_rate', 'imu.spm']],
  ['power', ['bike.power', 'rower.puissance']],
  ['heart rate', ['hr.heart_rate', 'ble.hr']],
])('%s has one colour, whatever measures it', (_, names) => {
  expect(new Set(names.map((name) => quantityOf(name)?.colour)).size).toBe(1);
});

test('the axes of one sensor differ', () => {
  for (const sensor of ['acc', 'gyro']) {
    expect(new Set(['x', 'y', 'z'].map((axis) => quantityOf(`imu.${sensor}_${axis}`)?.colour)).size).toBe(3);
  }
});

test('no quantity is red or green: those are for sides and faults', () => {
  const names = ['speed', 'cadence', 'power', 'heart_rate', 'force', 'torque', 'acc_x', 'acc_y', 'acc_z', 'gyro_x'];
  const more = ['gyro_y', 'gyro_z', 'roll', 'pitch', 'yaw', 'dist', 'altitude', 'speed_i'];
  for (const name of [...names, ...more]) {
    expect(['#d62728', '#2ca02c', '#ff9896', '#98df8a', undefined]).not.toContain(quantityOf(name)?.colour);
  }
});

test('a name that nobody agreed on has no quantity', () => {
  expect(quantityOf('imu.t_check')).toBeUndefined();
});
