import { expect, test } from 'vitest';
import { moduleName } from './module-name.ts';
import { printedUnit } from './printed-unit.ts';

test('modules and rates are said as people say them, in their language', () => {
  expect([moduleName('rower', 'fr'), moduleName('BIKE', 'fr'), moduleName('bike', 'en')]).toEqual([
    'Rameur',
    'Vélo',
    'Bike',
  ]);
  expect([moduleName('csv', 'fr'), moduleName('csv', 'en')]).toEqual(['Fichier', 'File']);
  expect([moduleName('imu', 'fr'), moduleName('constructor', 'fr')]).toEqual(['IMU', 'Constructor']);
  expect([printedUnit('1/min', 'fr'), printedUnit('rpm', 'fr'), printedUnit('rpm', 'en')]).toEqual([
    'cpm',
    'tr/min',
    'rpm',
  ]);
  const units = ['m/s^2', 'deg/s', 'N.m', 'kg/m^3', 'degC', ''];
  expect(units.map((unit) => printedUnit(unit, 'fr'))).toEqual(['m/s²', '°/s', 'N·m', 'kg/m³', 'degC', '']);
});
