import { expect, test } from 'vitest';
import { SeriesBuffer } from '../../live/series-buffer.ts';
import { readGraphData } from './graph-data.ts';

function series(rateHz: number, seconds: number, valueAt: (time: number) => number): SeriesBuffer {
  const buffer = new SeriesBuffer();
  for (let index = 0; index <= seconds * rateHz; index++) buffer.push(index / rateHz, valueAt(index / rateHz));
  return buffer;
}

test('slow and fast series of a window show the same seconds', () => {
  for (const rateHz of [1, 50]) {
    const { data } = readGraphData([series(rateHz, 60, Math.sin)], { from: 30, to: 60 }, 0);
    const times = [...(data[0] ?? [])];
    expect(times.at(-1)).toBe(60);
    // One point more, from which the line comes in.
    expect(times[0]).toBe(30 - 1 / rateHz);
  }
});

test('the value axis holds what the window shows, not what has left it', () => {
  const spike = series(10, 60, (time) => (time < 10 ? 1000 : 5));
  expect(readGraphData([spike], { from: 30, to: 60 }, 2).range).toEqual([4, 6]);
});

test('without a value in the window there is no axis', () => {
  expect(readGraphData([undefined], { from: 0, to: 30 }, 1).range).toBeUndefined();
  expect(readGraphData([series(10, 5, Math.sin)], { from: 30, to: 60 }, 1).range).toBeUndefined();
});

test('noise smaller than matters does not fill the graph', () => {
  const [low = 0, high = 0] =
    readGraphData([series(10, 60, (time) => time % 0.02)], { from: 30, to: 60 }, 4).range ?? [];
  expect(high - low).toBeCloseTo(4, 1);
});
