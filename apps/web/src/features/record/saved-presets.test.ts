import { expect, it } from 'vitest';
import { layoutOfView, parseSavedView, type SavedView } from './saved-presets.ts';

const view: SavedView = {
  name: 'Départs',
  sport: 'aviron',
  x: 'time',
  plane: null,
  graphs: [
    {
      variables: [
        { name: 'gps.speed', axis: 'y1' },
        { name: 'stroke.cadence', axis: 'y2' },
      ],
    },
    { variables: [{ name: 'imu.roll', axis: 'y1' }] },
  ],
};
const having = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { unit: '', description: { fr: '', en: '' } }]));

it('a saved view is drawn with what another record calls alike, and says what is missing', () => {
  const { layout, missing } = layoutOfView(view, having('lps.vitesse', 'stroke.cadence'));
  expect(layout).toEqual([
    {
      id: 1,
      variables: [
        { name: 'lps.vitesse', axis: 'y1' },
        { name: 'stroke.cadence', axis: 'y2' },
      ],
    },
  ]);
  expect(missing).toEqual(['roll']);
});

it('reads what it wrote, and nothing else', () => {
  expect(parseSavedView(JSON.stringify(view))).toEqual(view);
  const wrong = [
    null,
    5,
    '{',
    '[]',
    '{"name":""}',
    JSON.stringify({ ...view, name: ' ' }),
    JSON.stringify({ ...view, x: 'y' }),
  ];
  for (const value of wrong) expect(parseSavedView(value)).toBeUndefined();
});
