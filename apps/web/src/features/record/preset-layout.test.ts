import { graphPresets } from '@sillage/domain';
import { expect, it } from 'vitest';
import { presetLayout, sayPreset } from './preset-layout.ts';

const preset = (value: string) => {
  const found = graphPresets.find((one) => one.value === value);
  if (found === undefined) throw new Error(`no preset ${value}`);
  return found;
};
const having = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { unit: '', description: { fr: '', en: '' } }]));

it('draws a graph for each list of a preset, by whatever spelling the record has', () => {
  const { layout, missing } = presetLayout(
    preset('velo'),
    having('gps.vitesse', 'bike.stroke_rate', 'bike.power', 'x.y'),
  );
  expect(layout.map(({ variables }) => variables.map(({ name }) => name))).toEqual([
    ['gps.vitesse'],
    ['bike.stroke_rate'],
    ['bike.power'],
  ]);
  expect(missing).toEqual([]);
});

it('says what is missing and draws the rest', () => {
  const { layout, missing } = presetLayout(preset('aviron'), having('gps.speed', 'imu.acc_x'));
  expect(layout.map(({ variables }) => variables.length)).toEqual([1, 1]);
  expect(missing).toEqual(['cadence']);
  expect(presetLayout(preset('golf'), having('gps.speed')).layout).toEqual([]);
});

it('says what it draws, in words', () => {
  expect(sayPreset(preset('velo'), 'fr')).toBe(
    'Vitesse\u00a0; Cadence\u00a0; Puissance, Puissance gauche, Puissance droite',
  );
});
