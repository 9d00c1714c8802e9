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

const recordOf = (given: Partial<Parameters<typeof wantedLayout>[0]> = {}) => ({
  available_data: available,
  record_type: 'record' as const,
  sport_name: null,
  scenario_classname: null,
  ...given,
});

test('a record opens with the curves that were chosen, in their order', () => {
  expect(placedNames(wantedLayout(recordOf(), ['roll', 'speed']))).toEqual(['imu.roll', 'gps.speed']);
});

test('names of presets mean what devices call otherwise', () => {
  expect(placedNames(wantedLayout(recordOf(), ['Puissance']))).toEqual(['bike.power']);
});

test('without a choice, or with none that the record has, it opens with the most telling', () => {
  for (const wanted of [[], ['CoPx']]) expect(wantedLayout(recordOf(), wanted)).toEqual(firstLayout(available));
});

test('without a choice it opens as its sport is looked at; a test as its scenario is, whatever was chosen', () => {
  const cyclist = recordOf({ sport_name: 'velo' });
  expect(wantedLayout(cyclist, [])).toEqual(firstLayout(available));
  const whole = { ...available, 'bike.cadence': variable('rpm') };
  expect(placedNames(wantedLayout({ ...cyclist, available_data: whole }, []))).toEqual([
    'gps.speed',
    'bike.cadence',
    'bike.power',
  ]);
  expect(placedNames(wantedLayout(cyclist, ['roll']))).toEqual(['imu.roll']);
  const ergocycle = recordOf({ record_type: 'scenario', scenario_classname: 'ErgocycleCodeScenario' });
  expect(placedNames(wantedLayout(ergocycle, ['roll']))).toEqual(['bike.power']);
});
