import { expect, test } from 'vitest';
import { deviceFixture } from '../../testing/make-devices.ts';
import { needsLook, shareOf } from './needs-look.ts';

const well = {
  ...deviceFixture({ number: 10200217, state: 'idle', keys: [['gps.speed', 'Vitesse', 'Speed', 'm/s', 2]] }),
  battery: 20,
  clock_drift: -1,
  link: { received: 80, missing: 20 },
};

test('one that does well is left alone, at its bounds too, and one that is away is told of elsewhere', () => {
  expect(needsLook(well)).toBe(false);
  expect(needsLook({ ...well, battery: 3, is_connected: false })).toBe(false);
  expect(needsLook({ ...well, battery: null, clock_drift: null, link: null })).toBe(false);
});

test.each([
  ['battery', { battery: 19.9 }],
  ['clock', { clock_drift: -1.1 }],
  ['link', { link: { received: 79, missing: 21 } }],
  ['disk', { journal: 'full' as const }],
  ['module', { modules: { gps: { is_connected: false, type: 'gps', rate: 10 } } }],
])('its %s has somebody look', (_, changed) => {
  expect(needsLook({ ...well, ...changed })).toBe(true);
});

test('a share is whole percents, all of them before anything was sent', () => {
  expect([shareOf({ received: 0, missing: 0 }), shareOf({ received: 2, missing: 1 })]).toEqual([100, 66]);
});
