import { expect, it } from 'vitest';
import { labelOf, printedUnit } from './variable-look.ts';

it('prints units as people write them', () => {
  expect(['m/s^2', 'deg/s', 'N.m', 'kg/m^3', 'degC', ''].map(printedUnit)).toEqual([
    'm/s²',
    '°/s',
    'N·m',
    'kg/m³',
    'degC',
    '',
  ]);
});

it('names a variable by its description, else by what follows its module', () => {
  const speed = { unit: 'm/s', description: { fr: 'Vitesse', en: 'Speed' } };
  expect(labelOf('gps.speed', speed, 'fr')).toBe('Vitesse');
  expect(labelOf('gps.speed', { ...speed, description: { fr: ' ', en: '' } }, 'fr')).toBe('Vitesse');
  expect(labelOf('gps.speed', undefined, 'en')).toBe('Speed');
});
