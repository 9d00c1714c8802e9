import { saySpeed } from '@sillage/domain';
import { expect, test } from 'vitest';
import { SeriesBuffer } from '../../live/series-buffer.ts';
import { readGraphData } from './graph-data.ts';

function series(rateHz: number, seconds: number, valueAt: (time: number) => number): SeriesBuffer {
  const buffer = new SeriesBuffer();
  for (let index = 0; index <= seconds * rateHz; index++) buffer.push(index / rateHz, valueAt(index / rateHz));
  return buffer;
}

/** Said as it is measured. */
const measured = (leastSpan: number) => ({ sayings: [], leastSpan });

test('slow and fast series of a window show the same seconds', () => {
  for (const rateHz of [1, 50]) {
    const { data } = readGraphData([series(rateHz, 60, Math.sin)], { from: 30, to: 60 }, measured(0));
    const times = [...(data[0] ?? [])];
    expect(times.at(-1)).toBe(60);
    // One point more, from which the line comes in.
    expect(times[0]).toBe(30 - 1 / rateHz);
  }
});

test('a gap is drawn as one, and values without one are plain numbers', () => {
  const whole = readGraphData([series(10, 3, () => 5)], { from: 1, to: 3 }, measured(0)).data[1];
  expect(whole).toBeInstanceOf(Float64Array);
  expect(new Set(whole)).toEqual(new Set([5]));
  const broken = series(10, 3, (time) => (time === 2 ? Number.NaN : 5));
  const column = [...(readGraphData([broken], { from: 1, to: 3 }, measured(0)).data[1] ?? [])];
  expect(column.indexOf(null)).toBe(11);
  expect(column.filter((value) => value !== 5)).toEqual([null]);
});

test('the value axis holds what the window shows, not what has left it', () => {
  const spike = series(10, 60, (time) => (time < 10 ? 1000 : 5));
  expect(readGraphData([spike], { from: 30, to: 60 }, measured(2)).range).toEqual([4, 6]);
});

test('without a value in the window there is no axis', () => {
  expect(readGraphData([undefined], { from: 0, to: 30 }, measured(1)).range).toBeUndefined();
  expect(readGraphData([series(10, 5, Math.sin)], { from: 30, to: 60 }, measured(1)).range).toBeUndefined();
});

test('noise smaller than matters does not fill the graph', () => {
  const [low = 0, high = 0] =
    readGraphData([series(10, 60, (time) => time % 0.02)], { from: 30, to: 60 }, measured(4)).range ?? [];
  expect(high - low).toBeCloseTo(4, 1);
});

test('a speed is drawn in the unit in which it is said', () => {
  const speed = series(10, 60, () => 5);
  const inKmh = { sayings: [saySpeed('gps.speed', 'm/s', 'km_h')], leastSpan: 0 };
  const { data, range } = readGraphData([speed], { from: 30, to: 60 }, inKmh);
  expect(data[1]?.at(-1)).toBeCloseTo(18, 6);
  expect(range?.map(Math.round)).toEqual([18, 18]);
  const paced = { sayings: [saySpeed('gps.speed', 'm/s', 'min_500m')], leastSpan: 10 };
  const still = series(10, 60, (time) => (time < 45 ? 0 : 5));
  const pace = readGraphData([still], { from: 30, to: 60 }, paced);
  expect([pace.data[1]?.at(0), pace.data[1]?.at(-1)]).toEqual([null, 100]);
});
