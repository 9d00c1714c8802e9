import { expect, test } from 'vitest';
import { deviceFixture } from '../testing/make-devices.ts';
import { followRecords, longestRunning, nothingRecorded } from './follow-records.ts';
import type { LiveDevice } from './merge-device.ts';

const ready = (number: number): LiveDevice => deviceFixture({ number, state: 'idle', keys: [] });
const recording = (number: number, recTime: number): LiveDevice =>
  deviceFixture({ number, state: 'record', recTime, keys: [] });

test('a record runs from the first device that records, and its clock runs on by itself', () => {
  const followed = followRecords(nothingRecorded, [recording(1, 3), ready(2)], 1000);
  expect([...followed.running.keys()]).toEqual([1]);
  expect(longestRunning(followed, 11_000)).toBe(13);
  expect(longestRunning(nothingRecorded, 0)).toBeUndefined();
});

test('a device that says nothing new does not set the clock back', () => {
  const one = recording(1, 3);
  const before = followRecords(nothingRecorded, [one, ready(2)], 0);
  const after = followRecords(before, [one, { ...ready(2), battery: 3 }], 10_000);
  expect(longestRunning(after, 10_000)).toBe(13);
});

test('what ended is kept, each with its time, until the next start', () => {
  const both = followRecords(nothingRecorded, [recording(1, 10), recording(2, 8)], 0);
  const one = followRecords(both, [ready(1), recording(2, 28)], 20_000);
  expect(one.running.size).toBe(1);
  const none = followRecords(one, [ready(1), ready(2)], 21_000);
  expect(none.ended.map(({ device, seconds }) => [device.number, seconds])).toEqual([
    [1, 30],
    [2, 29],
  ]);
  expect(followRecords(none, [ready(1), ready(2)], 99_000).ended).toBe(none.ended);
  expect(followRecords(none, [recording(1, 0), ready(2)], 99_000).ended).toEqual([]);
});

test('a device that goes away has not ended its record', () => {
  const before = followRecords(nothingRecorded, [recording(1, 10)], 0);
  const after = followRecords(before, [{ ...recording(1, 10), is_connected: false }], 5000);
  expect(after).toMatchObject({ ended: [] });
  expect(after.running.size).toBe(0);
});
