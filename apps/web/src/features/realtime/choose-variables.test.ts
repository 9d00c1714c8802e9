import type { RealtimeDataKey } from '@sillage/contract';
import { expect, test } from 'vitest';
import { chooseVariables } from './choose-variables.ts';

const key = (name: string, fr: string, unit: string): RealtimeDataKey => ({
  name,
  description: { fr, en: fr },
  unit,
  precision: 1,
});

test('a rower’s card leads with the cadence', () => {
  const keys = [
    key('gps.speed', 'Vitesse', 'm/s'),
    key('stroke.power', 'Puissance', 'W'),
    key('stroke.cadence', 'Cadence', 'cpm'),
  ];
  expect(chooseVariables(keys, 2).map(({ name }) => name)).toEqual(['stroke.cadence', 'gps.speed']);
});

test('a quantity that two sensors measure is shown once', () => {
  const keys = [
    key('lps.speed', 'Vitesse', 'm/s'),
    key('gps.speed', 'Vitesse', 'm/s'),
    key('imu.acc_x', 'Accél. x', 'm/s²'),
  ];
  expect(chooseVariables(keys, 3).map(({ name }) => name)).toEqual(['lps.speed', 'imu.acc_x']);
});
