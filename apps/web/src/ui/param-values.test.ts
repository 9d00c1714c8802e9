import type { ScenarioParam } from '@sillage/contract';
import { expect, test } from 'vitest';
import { readValues, startValues } from './param-values.ts';

const words = { fr: '', en: '' };
const rest: ScenarioParam = {
  ...{ name: 'rest', type: 'duration', default: 20, unit: 's', optional: false, min: 5, max: 300, description: words },
};
const note: ScenarioParam = {
  name: 'note',
  type: 'text',
  default: null,
  unit: null,
  optional: true,
  description: words,
};

test('a form starts with the defaults, and is read as the server takes it', () => {
  expect(startValues([rest, note], 'fr')).toEqual({ rest: '20', note: '' });
  expect(startValues([{ ...rest, default: 1.5 }], 'fr')).toEqual({ rest: '1,5' });
  expect(startValues([{ ...rest, default: 1.5 }], 'en')).toEqual({ rest: '1.5' });
  expect(readValues([rest, note], { rest: '7,5', note: '' })).toEqual({ rest: 7.5 });
});

test('a value out of its bounds, or none, does not start', () => {
  for (const wrong of ['4', '301', 'x', '']) expect(readValues([rest], { rest: wrong })).toBeUndefined();
});
