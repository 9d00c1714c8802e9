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

test('of a device that records twice while another goes on, both records are kept, each by its number', () => {
  const first = followRecords(nothingRecorded, [recording(1, 10), recording(2, 8)], 0);
  const stopped = followRecords(first, [ready(1), recording(2, 18)], 10_000);
  const second = followRecords(stopped, [{ ...recording(1, 0), deviceRecId: 8 }, recording(2, 38)], 30_000);
  const both = followRecords(second, [ready(1), recording(2, 43)], 35_000);
  expect(both.ended.map(({ deviceRecId, seconds }) => [deviceRecId, seconds])).toEqual([
    [7, 20],
    [8, 5],
  ]);
});

test('a record that a device goes on with after it stopped is one, with the time of its last end', () => {
  const first = followRecords(nothingRecorded, [recording(1, 10), recording(2, 8)], 0);
  const stopped = followRecords(first, [ready(1), recording(2, 18)], 10_000);
  const goesOn = followRecords(stopped, [recording(1, 22), recording(2, 20)], 12_000);
  const ended = followRecords(goesOn, [ready(1), recording(2, 28)], 20_000);
  expect(ended.ended.map(({ deviceRecId, seconds }) => [deviceRecId, seconds])).toEqual([[7, 30]]);
});

test('a device whose stop was not heard ended its record when it makes another one', () => {
  const before = followRecords(nothingRecorded, [recording(1, 10)], 0);
  const after = followRecords(before, [{ ...recording(1, 1), deviceRecId: 8 }], 20_000);
  expect(after.ended).toMatchObject([{ deviceRecId: 7, seconds: 30 }]);
  expect(longestRunning(after, 20_000)).toBe(1);
});

test('a device that tells no number while it stops ends the record that it told before', () => {
  const before = followRecords(nothingRecorded, [recording(1, 10)], 0);
  const stopping = { ...recording(1, 11), state: 'stopping_record' as const, deviceRecId: null };
  const after = followRecords(followRecords(before, [stopping], 1000), [ready(1)], 2000);
  expect(after.ended).toMatchObject([{ deviceRecId: 7 }]);
});

test('what ended while another device records for days is kept up to a bound, the newest', () => {
  let followed = followRecords(nothingRecorded, [recording(1, 0), recording(2, 0)], 0);
  for (let id = 8; id < 308; id++) {
    followed = followRecords(followed, [{ ...recording(1, 0), deviceRecId: id }, recording(2, 0)], id);
  }
  expect(followed.ended).toHaveLength(200);
  expect(followed.ended.at(-1)).toMatchObject({ deviceRecId: 306 });
});

test('a device that goes away has not ended its record', () => {
  const before = followRecords(nothingRecorded, [recording(1, 10)], 0);
  const after = followRecords(before, [{ ...recording(1, 10), is_connected: false }], 5000);
  expect(after).toMatchObject({ ended: [] });
  expect(after.running.size).toBe(0);
});

test('a calibration takes away no result of a training, and makes none', () => {
  const trained = followRecords(followRecords(nothingRecorded, [recording(1, 10)], 0), [ready(1)], 1000);
  expect(trained.ended).toHaveLength(1);
  const told = { ...trained, calibrating: new Map([[1, 31_000]]) };
  const waiting = followRecords(told, [ready(1)], 1500);
  const calibrating = followRecords(waiting, [{ ...recording(1, 0), deviceRecId: 8 }], 2000);
  const away = followRecords(calibrating, [{ ...recording(1, 0), deviceRecId: 8, is_connected: false }], 60_000);
  const back = followRecords(away, [{ ...recording(1, 60), deviceRecId: 8 }], 62_000);
  const over = followRecords(back, [ready(1)], 70_000);
  expect([calibrating.ended, over.ended]).toEqual([trained.ended, trained.ended]);
  expect(over.calibrating.size).toBe(0);
  const next = followRecords(over, [{ ...recording(1, 0), deviceRecId: 9 }], 80_000);
  expect(next.ended).toEqual([]);
  expect(followRecords(next, [ready(1)], 90_000).ended).toMatchObject([{ deviceRecId: 9 }]);
});

test('a training beside a calibration is a training, and a device that never began to calibrate trains', () => {
  const both = { ...nothingRecorded, calibrating: new Map([[1, 31_000]]) };
  const running = followRecords(both, [recording(1, 0), recording(2, 0)], 1000);
  const over = followRecords(running, [ready(1), ready(2)], 2000);
  expect(over.ended.map(({ device }) => device.number)).toEqual([2]);
  const late = followRecords(both, [ready(1)], 31_000);
  const trains = followRecords(late, [recording(1, 0)], 32_000);
  expect(followRecords(trains, [ready(1)], 40_000).ended).toHaveLength(1);
});
