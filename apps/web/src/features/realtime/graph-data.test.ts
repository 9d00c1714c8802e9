import { saySpeed } from '@sillage/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeriesBuffer } from '../../live/series-buffer.ts';
import { hasGap, holdRange, type LineData, rangeOf, readLine } from './graph-data.ts';

function series(rateHz: number, seconds: number, valueAt: (time: number) => number): SeriesBuffer {
  const buffer = new SeriesBuffer();
  for (let index = 0; index <= seconds * rateHz; index++) buffer.push(index / rateHz, valueAt(index / rateHz));
  return buffer;
}

const line = (buffer: SeriesBuffer | undefined, from: number, to: number): LineData => ({
  buffer,
  window: { from, to },
  say: undefined,
});

test('slow and fast series of a window show the same seconds', () => {
  for (const rateHz of [1, 50]) {
    const window = { from: 30, to: 60 };
    const { timesSeconds } = readLine(line(series(rateHz, 60, Math.sin), 30, 60), window);
    expect(timesSeconds.at(-1)).toBe(60);
    // One point more, from which the line comes in.
    expect(timesSeconds[0]).toBe(30 - 1 / rateHz);
  }
});

test('of what goes on behind the window, only the point that the line leaves by is read', () => {
  const { timesSeconds } = readLine(line(series(10, 600, Math.sin), 30, 60), { from: 30, to: 60 });
  expect(timesSeconds.length).toBeLessThan(305);
  expect(
    rangeOf(
      [
        line(
          series(10, 600, (time) => (time > 61 ? 1000 : 5)),
          30,
          60,
        ),
      ],
      2,
    ),
  ).toEqual([4, 6]);
});

test('devices whose records began apart show the same moments at the same place', () => {
  const late = readLine(
    line(
      series(10, 20, () => 1),
      10,
      20,
    ),
    { from: 50, to: 60 },
  );
  expect(late.timesSeconds.at(-1)).toBe(60);
});

test('a gap is drawn as one, and is told', () => {
  const broken = series(10, 3, (time) => (time === 2 ? Number.NaN : 5));
  expect([...readLine(line(broken, 1, 3), { from: 1, to: 3 }).values].findIndex(Number.isNaN)).toBe(11);
  expect(hasGap(line(broken, 1, 3))).toBe(true);
  expect(hasGap(line(broken, 2.5, 3))).toBe(false);
});

test('the value axis holds what the window shows, not what has left it', () => {
  const spike = series(10, 60, (time) => (time < 10 ? 1000 : 5));
  expect(rangeOf([line(spike, 30, 60)], 2)).toEqual([4, 6]);
});

test('without a value in the window there is no axis', () => {
  expect(rangeOf([line(undefined, 0, 30)], 1)).toBeUndefined();
  expect(rangeOf([line(series(10, 5, Math.sin), 30, 60)], 1)).toBeUndefined();
});

test('noise smaller than matters does not fill the graph', () => {
  const [low = 0, high = 0] =
    rangeOf(
      [
        line(
          series(10, 60, (time) => time % 0.02),
          30,
          60,
        ),
      ],
      4,
    ) ?? [];
  expect(high - low).toBeCloseTo(4, 1);
});

test('a speed is drawn in the unit in which it is said', () => {
  const speed = series(10, 60, () => 5);
  const inKmh = { ...line(speed, 30, 60), say: saySpeed('gps.speed', 'm/s', 'km_h') };
  expect(readLine(inKmh, inKmh.window).values.at(-1)).toBeCloseTo(18, 6);
  expect(rangeOf([inKmh], 0)?.map(Math.round)).toEqual([18, 18]);
  const still = series(10, 60, (time) => (time < 45 ? 0 : 5));
  const paced = { ...line(still, 30, 60), say: saySpeed('gps.speed', 'm/s', 'min_500m') };
  const { values } = readLine(paced, paced.window);
  expect([values.at(0), values.at(-1)]).toEqual([Number.NaN, 100]);
});

test('an axis that is held always holds the curves, and changes only when it must', () => {
  const range = fc.tuple(fc.integer(), fc.integer({ min: 1 })).map(([low, span]) => [low, low + span] as const);
  fc.assert(
    fc.property(range, range, (held, next) => {
      const shown = holdRange(held, next) ?? [0, 0];
      expect(shown[0] <= next[0] && shown[1] >= next[1]).toBe(true);
      expect(next[1] - next[0]).toBeGreaterThanOrEqual((shown[1] - shown[0]) / 2);
    }),
  );
  expect(holdRange([0, 10], [1, 9])).toEqual([0, 10]);
  expect(holdRange([0, 10], [1, 11])).toEqual([1, 11]);
  expect(holdRange([0, 10], undefined)).toBeUndefined();
});
