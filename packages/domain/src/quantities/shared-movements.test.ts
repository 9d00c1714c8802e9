import { expect, test } from 'vitest';
import { sharedMovements, utcVariable } from './index.ts';

const imu = (module: string) => ['acc_x', 'acc_y', 'acc_z', 'gyro_x', 'temperature'].map((name) => `${module}.${name}`);

test('what all records hold is shared, whatever module measured it; the size of three axes comes first', () => {
  const shared = sharedMovements([imu('imu'), [...imu('imu_left'), 'oar.force']]);
  expect(shared.map(({ name }) => name)).toEqual(['|acc|', 'acc_x', 'acc_z', 'acc_y', 'gyro_x']);
  expect(shared[0]?.variables).toEqual([
    ['imu.acc_x', 'imu.acc_y', 'imu.acc_z'],
    ['imu_left.acc_x', 'imu_left.acc_y', 'imu_left.acc_z'],
  ]);
  expect(
    sharedMovements([
      ['gps.lat', 'gps.hr', 'a.Omega'],
      ['csv.omega', 'gps.hr', 'gps.lat'],
    ]),
  ).toEqual([{ name: 'omega', variables: [['a.Omega'], ['csv.omega']] }]);
  expect(sharedMovements([imu('imu'), ['gps.speed']])).toEqual([]);
});

test('a receiver tells the UTC in a unit of time; a time of another kind is none', () => {
  const units = { 'gps.time': { unit: 's' }, 'gps.utc': { unit: '' }, 'gps.gps_epoch_ms': { unit: 'ms' } };
  expect(utcVariable(units)).toEqual({ variable: 'gps.gps_epoch_ms', factor: 1e-3 });
  expect(utcVariable({ 'gps.time': { unit: 's' } })).toBeUndefined();
});
