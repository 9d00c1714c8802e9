import { DeviceState } from '@sillage/contract';
import { expect, test } from 'vitest';
import { lookOf, type Tone } from './device-look.ts';

test('states of a device have their tones', () => {
  const inTone = (tone: Tone) =>
    DeviceState.options.filter((state) => lookOf({ is_connected: true, state, meta_problem: null }).tone === tone);
  expect(inTone('ok')).toEqual(['idle', 'firmware_updating']);
  expect(inTone('rec')).toEqual(['record', 'recovery_record', 'scenario', 'recovery_scenario']);
  expect(inTone('warn')).toEqual([
    'starting_record',
    'stopping_record',
    'starting_scenario',
    'stopping_scenario',
    'off',
  ]);
});
