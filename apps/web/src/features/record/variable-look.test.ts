import { expect, it } from 'vitest';
import { labelOf } from '../../records/label-of-variable.ts';
import { looksOf } from './variable-look.ts';

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

it('draws curves of one colour with lines that tell them apart', () => {
  const newton = { unit: 'N', description: { fr: '', en: '' } };
  const available = {
    'stroke.force_max': newton,
    'stroke.force_mean': newton,
    'stroke.force_ref': newton,
    'imu.acc_x': { unit: 'm/s²', description: { fr: '', en: '' } },
  };
  const colours = {
    plot: '#ffffff',
    ink: '#10222d',
    named: { left: '#d62728', right: '#2ca02c', total: '#5160bb' },
    chosen: {},
  };
  const linesOf = (placed: readonly (readonly [string, 'y1' | 'y2' | 'y3'])[]) =>
    looksOf(
      placed.map(([name, axis]) => ({ name, axis })),
      available,
      colours,
      'fr',
    ).map((look) => look.line);
  expect(
    linesOf([
      ['stroke.force_max', 'y1'],
      ['imu.acc_x', 'y1'],
      ['stroke.force_mean', 'y1'],
      ['stroke.force_ref', 'y1'],
    ]),
  ).toEqual(['solid', 'solid', 'dashed', 'dotted']);
  expect(
    linesOf([
      ['stroke.force_mean', 'y2'],
      ['stroke.force_max', 'y2'],
    ]),
  ).toEqual(['dashed', 'dotted']);
  expect(linesOf([['imu.acc_x', 'y3']])).toEqual(['dotted']);
});
