import { expect, it } from 'vitest';
import { distanceSource } from './distance-source.ts';

const of = (units: Record<string, string>) =>
  distanceSource(Object.fromEntries(Object.entries(units).map(([name, unit]) => [name, { unit }])));

it('a distance says it before a speed, a measured speed before an integrated one', () => {
  expect(of({ 'gps.speed': 'm/s', 'gps.dist': 'km' })).toEqual({
    variable: 'gps.dist',
    kind: 'distance',
    factor: 1000,
  });
  expect(of({ 'imu.speed_i': 'm/s', 'bike.Vitesse': 'km/h' })).toMatchObject({
    variable: 'bike.Vitesse',
    kind: 'speed',
  });
});

it('the distance of a stroke, and units that nobody knows, say nothing', () => {
  expect(of({ 'stroke.d_stroke': 'm', 'imu.acc_x': 'm/s²' })).toBeUndefined();
  expect(of({ 'gps.dist': 'furlong', 'gps.speed': 's/500m' })).toBeUndefined();
  expect(of({ 'gps.dist': 'constructor' })).toBeUndefined();
});

it('is made of what somebody chose', () => {
  const variables = { 'rower.distance': 'm', 'gps.speed': 'm/s', 'gps.latitude': '°', 'gps.longitude': 'rad' };
  const units = Object.fromEntries(Object.entries(variables).map(([name, unit]) => [name, { unit }]));
  expect(distanceSource(units, 'speed')).toMatchObject({ variable: 'gps.speed', kind: 'speed' });
  expect(distanceSource(units, 'gps')).toMatchObject({
    variable: 'gps.latitude',
    kind: 'position',
    longitude: { variable: 'gps.longitude', factor: 180 / Math.PI },
  });
  expect(distanceSource(units, 'none')).toBeUndefined();
  expect(distanceSource({ 'gps.speed': { unit: 'm/s' } }, 'gps')).toMatchObject({ kind: 'speed' });
  expect(distanceSource({ 'bike.speed': { unit: 'm/s' } }, 'gps')).toBeUndefined();
});
