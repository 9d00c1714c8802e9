import { expect, test } from 'vitest';
import { printedUnit } from '../../ui/printed-unit.ts';
import { moduleName } from './module-name.ts';

test('modules and rates are said as people say them, in their language', () => {
  expect([moduleName('rower', 'fr'), moduleName('BIKE', 'fr'), moduleName('bike', 'en')]).toEqual([
    'Rameur',
    'Vélo',
    'Bike',
  ]);
  expect([moduleName('imu', 'fr'), moduleName('constructor', 'fr')]).toEqual(['IMU', 'Constructor']);
  expect([printedUnit('1/min', 'fr'), printedUnit('rpm', 'fr'), printedUnit('rpm', 'en')]).toEqual([
    'cpm',
    'tr/min',
    'rpm',
  ]);
  expect(printedUnit('m/s^2', 'fr')).toBe('m/s²');
});
