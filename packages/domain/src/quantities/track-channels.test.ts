import { expect, test } from 'vitest';
import { canBeWritten, findTrackVariables } from './index.ts';

const of = (units: Record<string, string>) =>
  Object.fromEntries(Object.entries(units).map(([name, unit]) => [name, { unit }]));

test('channels of a track are found by name and unit, whatever module has them', () => {
  const found = findTrackVariables(
    of({
      'maxi.gps_latitude': '°',
      'maxi.gps_longitude': '°',
      'maxi.gps_altitude': 'm',
      'maxi.speed': 'km/h',
      'maxi.d_stroke': 'm',
      'pedal.power_left': 'W',
      'pedal.power_total': 'W',
      'belt.heart_rate': 'bpm',
      'crank.cadence': 'Hz',
      'imu.acc_x': 'm/s²',
    }),
  );
  expect(found).toEqual({
    latitude: { variable: 'maxi.gps_latitude', factor: 1 },
    longitude: { variable: 'maxi.gps_longitude', factor: 1 },
    altitude: { variable: 'maxi.gps_altitude', factor: 1 },
    speed: { variable: 'maxi.speed', factor: 1 / 3.6 },
    power: { variable: 'pedal.power_total', factor: 1 },
    heartRate: { variable: 'belt.heart_rate', factor: 1 },
    cadence: { variable: 'crank.cadence', factor: 60 },
  });
});

test('a unit of another kind is no channel, and half of a position is none', () => {
  const found = findTrackVariables(of({ 'a.speed': 'rad/s', 'a.latitude': '°', 'b.longitude': '°', 'a.power': '' }));
  expect(found).toEqual({ power: { variable: 'a.power', factor: 1 } });
});

test('what has no position is no GPX, what has no channel no FIT and no TCX either', () => {
  const pulse = of({ 'belt.heart_rate': 'bpm' });
  const shock = of({ 'imu.acc_x': 'm/s²' });
  const written = (variables: typeof pulse) =>
    ['gpx', 'tcx', 'fit', 'decoded'].filter((type) => canBeWritten(type, variables));
  expect(written(pulse)).toEqual(['tcx', 'fit', 'decoded']);
  expect(written(shock)).toEqual(['decoded']);
});
