import { expect, it } from 'vitest';
import { labelOf } from './variable-look.ts';

it('names a variable by its description, else by what follows its module', () => {
  const speed = { unit: 'm/s', description: { fr: 'Vitesse', en: 'Speed' } };
  expect(labelOf('gps.speed', speed, 'fr')).toBe('Vitesse');
  expect(labelOf('gps.speed', { ...speed, description: { fr: ' ', en: '' } }, 'fr')).toBe('Vitesse');
  expect(labelOf('gps.speed', undefined, 'en')).toBe('Speed');
});
