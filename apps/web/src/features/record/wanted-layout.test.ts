import { expect, test } from 'vitest';
import { firstLayout, placedNames } from './graph-layout.ts';
import { wantedLayout } from './wanted-layout.ts';

const variable = (unit: string) => ({ description: { fr: '', en: '' }, unit });
const available = {
  'imu.acc_x': variable('m/s²'),
  'imu.roll': variable('°'),
  'gps.speed': variable('m/s'),
  'bike.power': variable('W'),
};

test('a record opens with the curves that were chosen, in their order', () => {
  expect(placedNames(wantedLayout(available, ['roll', 'speed']))).toEqual(['imu.roll', 'gps.speed']);
});

test('names of presets mean what devices call otherwise', () => {
  expect(placedNames(wantedLayout(available, ['Puissance']))).toEqual(['bike.power']);
});

test('without a choice, or with none that the record has, it opens with the most telling', () => {
  for (const wanted of [[], ['CoPx']]) expect(wantedLayout(available, wanted)).toEqual(firstLayout(available));
});
