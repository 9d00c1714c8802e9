import type { IndicatorKind, RealtimeDataKey } from '@sillage/contract';
import { expect, test } from 'vitest';
import { chooseFigures } from './card-figures.ts';

const kind = (name: string, unit: string): IndicatorKind => ({
  name,
  type: name === 'recordTime' ? 'chrono' : 'number',
  unit,
  precision: 0,
  title: { fr: name, en: name },
});
const key = (name: string, unit: string): RealtimeDataKey => ({
  name,
  description: { fr: name, en: name },
  unit,
  precision: 1,
});
const shown = (kinds: IndicatorKind[], keys: RealtimeDataKey[]) => {
  const figures = chooseFigures(kinds, keys, 3);
  return [...figures.kinds, ...figures.variables].map(({ name }) => name);
};

test('a device of which only the time of the record is told shows what it measures', () => {
  const keys = [key('imu.acc_x', 'm/s²'), key('imu.gyro_x', '°/s'), key('imu.acc_y', 'm/s²')];
  expect(shown([kind('recordTime', 's')], keys)).toHaveLength(3);
  expect(shown([kind('recordTime', 's')], keys)).toContain('imu.acc_x');
});

test('what a sport tells comes first, and its quantity is not measured beside it but by side', () => {
  const plates = [key('plate.fztot', 'N'), key('plate.fzleft', 'N'), key('plate.fzright', 'N')];
  const told = [kind('recordTime', 's'), kind('force', 'N')];
  expect(shown(told, plates)).toEqual(['force', 'plate.fzleft', 'plate.fzright']);
});

test('more than there is room for is left out in the order of the sport', () => {
  const told = ['power', 'cadence', 'speed', 'distance'].map((name) => kind(name, name));
  expect(shown(told, [key('bike.power', 'W')])).toEqual(['power', 'cadence', 'speed']);
});
