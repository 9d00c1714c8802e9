import { expect, it } from 'vitest';
import { labelOf } from './variable-look.ts';

it('names a variable by its description, else by what follows its module', () => {
  const speed = { unit: 'm/s', description: { fr: 'Vitesse', en: 'Speed' } };
  expect(labelOf('gps.speed', speed, 'fr')).toBe('Vitesse');
  expect(labelOf('gps.speed', { ...speed, description: { fr: ' ', en: '' } }, 'fr')).toBe('Vitesse');
  expect(labelOf('gps.speed', undefined, 'en')).toBe('Speed');
});

it('says what everybody agreed on in words where the file does not describe it, and else the technical name', () => {
  const described = { description: { fr: 'Puissance au pédalier', en: 'Crank power' }, unit: 'W' };
  expect(labelOf('bike.power', described, 'fr')).toBe('Puissance au pédalier');
  expect(labelOf('csv.power', undefined, 'fr')).toBe('Puissance');
  expect(labelOf('csv.ratio_check', undefined, 'en')).toBe('ratio_check');
});
