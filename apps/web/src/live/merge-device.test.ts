import { describe, expect, test } from 'vitest';
import { deviceFixture } from '../testing/make-devices.ts';
import { takeList, takePatch } from './merge-device.ts';

const maxi = deviceFixture({
  number: 10200217,
  state: 'record',
  athlete: ['Camille', 'Le Goff'],
  keys: [['imu.x', 'X', 'X', 'g', 1]],
  recTime: 3,
});

describe('the list of devices', () => {
  test('comes by number, so that cards do not move', () => {
    const mini = { ...maxi, number: 20100001 };
    expect(takeList(undefined, [mini, maxi], 0).map(({ number }) => number)).toEqual([10200217, 20100001]);
  });

  test('remembers when a device was seen to leave, and forgets it when it is back', () => {
    const here = takeList(undefined, [maxi], 0);
    const left = takeList(here, [{ ...maxi, is_connected: false }], 5000);
    expect(left[0]?.disconnectedAt).toBe(5000);
    expect(takeList(left, [{ ...maxi, is_connected: false }], 9000)[0]?.disconnectedAt).toBe(5000);
    expect(takeList(left, [maxi], 9000)[0]?.disconnectedAt).toBeUndefined();
  });

  test('does not claim that a device which was never here has just left', () => {
    expect(takeList(undefined, [{ ...maxi, is_connected: false }], 5000)[0]?.disconnectedAt).toBeUndefined();
  });
});

describe('a status patch', () => {
  test('is merged deeply and leaves the other devices alone', () => {
    const before = takeList(undefined, [maxi, { ...maxi, number: 20100001 }], 0);
    const gps = { gps: { is_connected: true, type: 'gps', rate: 10 } };
    const after = takePatch(before, { number: maxi.number, state: 'idle', modules: gps }, 0);
    expect(after[0]).toMatchObject({ state: 'idle', users: maxi.users, modules: { ...maxi.modules, ...gps } });
    expect(after[1]).toBe(before[1]);
  });

  test('that disconnects keeps only what names the device, its state and athletes', () => {
    const after = takePatch(takeList(undefined, [maxi], 0), { number: maxi.number, is_connected: false }, 700);
    expect(after[0]).toMatchObject({ name: 'Maxi 0217', state: 'record', users: maxi.users, disconnectedAt: 700 });
    expect(after[0]).toMatchObject({ modules: {}, realtime_data_keys: maxi.realtime_data_keys, battery: null });
    const never = takeList(undefined, [{ ...maxi, is_connected: false }], 0);
    expect(never[0]).toMatchObject({ realtime_data_keys: [] });
  });

  test('of an unknown device changes nothing', () => {
    const before = takeList(undefined, [maxi], 0);
    expect(takePatch(before, { number: 1, state: 'idle' }, 0)).toBe(before);
  });
});
