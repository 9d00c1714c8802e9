import { expect, test } from 'vitest';
import type { TimeWindow } from '../../charts/time-window.ts';
import { crossingOf, crossingPoints, findCrossing } from './find-crossing.ts';

const points = (values: readonly number[], rateHz = 1) => ({
  timesSeconds: Float64Array.from(values, (_, i) => i / rateHz),
  values: Float64Array.from(values),
});

/** Answers as the server does: first, lowest, highest and last of each column, in order of time. */
function columnsOf(seconds: number, rateHz: number, of: (t: number) => number) {
  const asked: TimeWindow[] = [];
  const read = async (window: TimeWindow) => {
    asked.push(window);
    const shown = new Set<number>();
    const width = (window.to - window.from) / (crossingPoints / 4);
    const first = Math.max(0, Math.ceil(window.from * rateHz));
    const last = Math.min(seconds * rateHz, Math.floor(window.to * rateHz));
    for (let i = first; i <= last; ) {
      const column = Math.floor((i / rateHz - window.from) / width);
      let [low, high, end] = [i, i, i];
      for (; end <= last && Math.floor((end / rateHz - window.from) / width) === column; end++) {
        if (of(end / rateHz) < of(low / rateHz)) low = end;
        if (of(end / rateHz) > of(high / rateHz)) high = end;
      }
      for (const one of [i, low, high, end - 1]) shown.add(one);
      i = end;
    }
    const places = [...shown].sort((a, b) => a - b);
    return {
      timesSeconds: Float64Array.from(places, (i) => i / rateHz),
      values: Float64Array.from(places, (i) => of(i / rateHz)),
    };
  };
  return { read, asked };
}

test('a threshold is crossed between two samples, upward; over a gap when it is over again', () => {
  expect(crossingOf(points([0, 4, 6, 9]), 5)).toBe(1.5);
  expect(crossingOf(points([9, 6, 4, 6]), 5)).toBe(2.5);
  expect(crossingOf(points([0, 4, Number.NaN, Number.NaN, 6]), 5)).toBe(4);
  expect(crossingOf(points([9, Number.NaN, 6]), 5)).toBeUndefined();
});

test('in an hour at 1 kHz a crossing is found to the sample, in few answers', async () => {
  // In columns of 3.6 s, straight lines between extremes would say 599.05 s.
  const of = (t: number) => (t < 600 ? 0 : 10 * Math.sin(Math.PI * (t - 600)));
  const { read, asked } = columnsOf(3600, 1000, of);
  const found = await findCrossing(read, { from: 0, to: 3600 }, 5, 1000);
  expect(found).toBeCloseTo(600 + 1 / 6, 5);
  expect(asked.length).toBeLessThan(5);
});

test('a column that only falls through the threshold deceives nobody, one that falls and rises again is not passed by', async () => {
  const of = (t: number) => (t < 100.5 ? 9 : t < 300.2 ? 1 : 9);
  const { read } = columnsOf(1000, 100, of);
  expect(await findCrossing(read, { from: 0, to: 1000 }, 5, 100)).toBeCloseTo(300.195, 5);
  const dip = (t: number) => (t > 100.3 && t < 100.5 ? 1 : 9);
  expect(await findCrossing(columnsOf(1000, 100, dip).read, { from: 0, to: 1000 }, 5, 100)).toBeCloseTo(100.495, 2);
  expect(await findCrossing(columnsOf(1000, 100, dip).read, { from: 0, to: 1000 }, 10, 100)).toBeUndefined();
});
