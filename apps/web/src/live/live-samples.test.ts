import type { LiveData } from '@sillage/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLiveSamples } from './live-samples.ts';
import { takeRecordTime } from './record-clock.ts';
import { keptSeconds, pointsForEach, SeriesBuffer } from './series-buffer.ts';

function batch(given: Partial<LiveData> & { times: number[]; values: (number | null)[] }): LiveData {
  const { times, values, ...rest } = given;
  return {
    number: 1,
    recTime: null,
    deviceRecId: null,
    data: { imu: { T: times, x: values } },
    selections: [],
    ...rest,
  };
}

function pointsOf(buffer: SeriesBuffer | undefined): [number, number][] {
  return Array.from({ length: buffer?.length ?? 0 }, (_, i) => [buffer?.timeAt(i) ?? 0, buffer?.valueAt(i) ?? 0]);
}

describe('a series buffer', () => {
  test('keeps the newest points, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true })), fc.integer({ min: 1, max: 60 }), (values, most) => {
        const buffer = new SeriesBuffer(() => most);
        for (const [index, value] of values.entries()) buffer.push(index / 10, value);
        const expected = values.map((value, index) => [index / 10, value]).slice(-most);
        expect(pointsOf(buffer)).toEqual(expected);
      }),
    );
  });

  test('keeps a time, not a number of points: slow and fast series reach equally far back', () => {
    for (const rateHz of [1, 5, 20]) {
      const buffer = new SeriesBuffer();
      const seconds = keptSeconds + 100;
      for (let index = 0; index <= seconds * rateHz; index++) buffer.push(index / rateHz, index);
      expect(Math.abs(buffer.timeAt(0) - 100)).toBeLessThanOrEqual(1 / rateHz + 1e-6);
    }
  });

  test('a stretch that did not come is a gap, in fast and in slow series', () => {
    for (const period of [0.05, 2]) {
      const buffer = new SeriesBuffer();
      for (let index = 0; index < 20; index++) buffer.push(index * period, 1);
      expect(buffer.extent()).toEqual([1, 1]);
      buffer.push(19 * period + Math.max(0.5, 6 * period), 1);
      expect(pointsOf(buffer).filter(([, value]) => Number.isNaN(value))).toHaveLength(1);
      buffer.push(20 * period + Math.max(0.5, 6 * period), 1);
      expect(pointsOf(buffer).filter(([, value]) => Number.isNaN(value))).toHaveLength(1);
    }
  });

  test('jitter is no gap', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.02, max: 0.1, noNaN: true })), (steps) => {
        const buffer = new SeriesBuffer();
        let time = 0;
        for (const step of steps) {
          time += step;
          buffer.push(time, 1);
        }
        expect(buffer.length).toBe(steps.length);
      }),
    );
  });

  test('the value near a time is the nearest one, within reach', () => {
    const buffer = new SeriesBuffer();
    for (let time = 0; time < 10; time++) buffer.push(time, time * 10);
    expect([4.4, 4.6, 9.4, -0.3].map((time) => buffer.valueNear(time, 0.5))).toEqual([40, 50, 90, 0]);
    expect(buffer.valueNear(12, 0.5)).toBeNaN();
  });

  test('is bounded, however fast its series and however many there are', () => {
    const buffer = new SeriesBuffer();
    for (let index = 0; index < 200_000; index++) buffer.push(index / 1000, index);
    expect(buffer.length).toBe(pointsForEach(1));
    expect(pointsForEach(10_000) * 10_000).toBeLessThanOrEqual(3_000_000);
  });

  test('finds where a window begins', () => {
    const buffer = new SeriesBuffer();
    for (let time = 0; time < 100; time++) buffer.push(time, time);
    expect(buffer.timeAt(buffer.indexFrom(89.5))).toBe(90);
    expect(buffer.extent(buffer.indexFrom(90))).toEqual([90, 99]);
    expect(buffer.indexFrom(1000)).toBe(buffer.length);
  });

  test('starts again when time goes back', () => {
    const buffer = new SeriesBuffer();
    buffer.push(10, 1);
    buffer.push(0.5, 2);
    expect(pointsOf(buffer)).toEqual([[0.5, 2]]);
  });

  test('a gap is neither the newest value nor an extreme', () => {
    const buffer = new SeriesBuffer();
    buffer.push(0, 3);
    buffer.push(1, 7);
    buffer.push(2, null);
    expect(buffer.latest()).toBe(7);
    expect(buffer.extent()).toEqual([3, 7]);
  });
});

describe('live samples', () => {
  test('are found by device and variable', () => {
    const samples = createLiveSamples();
    samples.take(batch({ times: [0, 1], values: [5, null] }), 100);
    expect(samples.series(1, 'imu.x')?.length).toBe(2);
    expect(samples.series(1, 'imu.y')).toBeUndefined();
    expect(samples.series(2, 'imu.x')).toBeUndefined();
    expect(samples.heardAt(1)).toBe(100);
  });

  test('what was not heard leaves a gap: nothing is drawn across it', () => {
    const samples = createLiveSamples();
    samples.take(batch({ times: [1], values: [1] }), 0);
    samples.take(batch({ times: [2], values: [2] }), 1000);
    samples.take(batch({ times: [20], values: [3] }), 19_000);
    expect(pointsOf(samples.series(1, 'imu.x'))).toEqual([
      [1, 1],
      [2, 2],
      [20, Number.NaN],
      [20, 3],
    ]);
  });

  test('a change of the device record id resets the curves and the clock', () => {
    const samples = createLiveSamples();
    samples.take(batch({ times: [1, 2], values: [1, 2], deviceRecId: 4, recTime: 0.3 }), 0);
    samples.take(batch({ times: [3], values: [3], deviceRecId: 5, recTime: 0.1 }), 0);
    expect(pointsOf(samples.series(1, 'imu.x'))).toEqual([[3, 3]]);
    expect(samples.clock(1)?.seconds).toBe(0.1);
  });

  test('the last value stands until the record that starts has one of its own', () => {
    const samples = createLiveSamples();
    samples.take(batch({ times: [1, 2], values: [4, 5] }), 0);
    samples.takeStatus(1, { recTime: 0, deviceRecId: 7 }, 100);
    expect([samples.series(1, 'imu.x'), samples.latest(1, 'imu.x')]).toEqual([undefined, 5]);
    samples.take(batch({ deviceRecId: 7, times: [0.1], values: [6] }), 200);
    expect(samples.latest(1, 'imu.x')).toBe(6);
  });

  test('the curves of a record that ended are kept until the next one starts', () => {
    const samples = createLiveSamples();
    samples.take(batch({ times: [1, 2], values: [1, 2], deviceRecId: 4, recTime: 2 }), 0);
    samples.take(batch({ times: [0], values: [9] }), 0);
    expect(pointsOf(samples.series(1, 'imu.x'))).toEqual([[0, 9]]);
    expect(pointsOf(samples.kept(1, 'imu.x'))).toEqual([
      [1, 1],
      [2, 2],
    ]);
    samples.take(batch({ times: [0], values: [5], deviceRecId: 5, recTime: 0 }), 0);
    expect(samples.kept(1, 'imu.x')).toBeUndefined();
  });

  test('what comes behind the word that the record has ended belongs to its end, and what was lost before is not drawn', () => {
    const samples = createLiveSamples();
    samples.take(batch({ times: [1, 2], values: [1, 2], deviceRecId: 4, recTime: 2 }), 0);
    samples.takeStatus(1, { recTime: null, deviceRecId: null }, 10);
    samples.take(batch({ times: [2.1], values: [3], deviceRecId: 4, recTime: 2.1 }), 20);
    samples.take(batch({ times: [0.5], values: [8], deviceRecId: 4, recTime: 2.1 }), 25);
    samples.take(batch({ times: [0], values: [9] }), 30);
    expect(pointsOf(samples.kept(1, 'imu.x'))).toEqual([
      [1, 1],
      [2, 2],
      [2.1, 3],
    ]);
    expect([pointsOf(samples.series(1, 'imu.x')), samples.clock(1)]).toEqual([[[0, 9]], undefined]);
  });

  test('a status of before does not bring back a record that its samples have left; a new one does', () => {
    const samples = createLiveSamples();
    const running = { recTime: 1, deviceRecId: 4 };
    samples.takeStatus(1, running, 0);
    samples.take(batch({ times: [1, 2], values: [1, 2], deviceRecId: 4, recTime: 2 }), 0);
    samples.take(batch({ times: [0], values: [9] }), 10);
    samples.takeStatus(1, running, 20);
    expect(pointsOf(samples.kept(1, 'imu.x'))).toHaveLength(2);
    expect(samples.clock(1)).toBeUndefined();
    samples.takeStatus(1, { recTime: null, deviceRecId: null }, 30);
    expect(pointsOf(samples.kept(1, 'imu.x'))).toHaveLength(2);
    samples.takeStatus(1, { recTime: 40, deviceRecId: 4 }, 40);
    samples.take(batch({ times: [40], values: [7], deviceRecId: 4, recTime: 40 }), 50);
    expect(pointsOf(samples.series(1, 'imu.x'))).toEqual([[40, 7]]);
    expect(samples.kept(1, 'imu.x')).toBeUndefined();
  });

  test('samples of before that come behind the word that a record began do not end it', () => {
    const samples = createLiveSamples();
    samples.take(batch({ times: [10], values: [1] }), 0);
    samples.takeStatus(1, { recTime: 0, deviceRecId: 4 }, 100);
    samples.take(batch({ times: [10.1], values: [2] }), 110);
    samples.take(batch({ times: [0.1], values: [3], deviceRecId: 4, recTime: 0.1 }), 200);
    expect(pointsOf(samples.series(1, 'imu.x'))).toEqual([[0.1, 3]]);
    expect([samples.clock(1)?.seconds, samples.kept(1, 'imu.x')]).toEqual([0.1, undefined]);
  });

  test('one module that is late to hear of the record does not break the curves of another', () => {
    const samples = createLiveSamples();
    samples.takeStatus(1, { recTime: 0, deviceRecId: 4 }, 100);
    samples.take(batch({ times: [0.1], values: [3], deviceRecId: 4, recTime: 0.1 }), 200);
    samples.take(batch({ data: { gps: { T: [10.1], speed: [5] } }, times: [], values: [] }), 210);
    samples.take(batch({ times: [0.2], values: [4], deviceRecId: 4, recTime: 0.2 }), 250);
    expect(pointsOf(samples.series(1, 'imu.x'))).toEqual([
      [0.1, 3],
      [0.2, 4],
    ]);
    expect(samples.series(1, 'gps.speed')).toBeUndefined();
  });

  test('a status that was seen before does not set the clock back', () => {
    const samples = createLiveSamples();
    samples.takeStatus(1, { recTime: 3, deviceRecId: 4 }, 0);
    samples.takeStatus(1, { recTime: 3, deviceRecId: 4 }, 60_000);
    expect(samples.clock(1)).toEqual({ seconds: 3, atMs: 0 });
    samples.takeStatus(1, { recTime: 70, deviceRecId: 4 }, 61_000);
    expect(samples.clock(1)).toEqual({ seconds: 70, atMs: 61_000 });
  });

  test('a status that ends the record stops the clock', () => {
    const samples = createLiveSamples();
    samples.takeStatus(1, { recTime: 3, deviceRecId: 4 }, 0);
    samples.takeStatus(1, { recTime: null, deviceRecId: null }, 0);
    expect(samples.clock(1)).toBeUndefined();
  });
});

describe('the record clock', () => {
  test('stands while no record runs, and yields to the server only when it is off', () => {
    const clock = takeRecordTime(undefined, 10, 0);
    expect(takeRecordTime(clock, 11.5, 1000)).toBe(clock);
    expect(takeRecordTime(clock, 11.501, 1000)).toEqual({ seconds: 11.501, atMs: 1000 });
    expect(takeRecordTime(clock, null, 1000)).toBeUndefined();
  });
});
