import { expect, it } from 'vitest';
import { distanceAxisOf } from './record-axis.ts';

// It stands until 10 s, goes 2 m/s until 60 s, stands until 80 s, goes 1 m/s until 100 s; the record lasts 110 s.
const way = { variable: 'gps.speed', T: [2, 10, 60, 80, 100], D: [0, 0, 100, 100, 120] };
const axis = distanceAxisOf(way, { from: 0, to: 110 });

it('a distance is a moment and back; where it stood still the window has all of the time', () => {
  expect(axis?.extent).toEqual({ from: 0, to: 120 });
  expect([0, 10, 35, 70, 90, 105].map((time) => axis?.ofTime(time))).toEqual([0, 0, 50, 100, 110, 120]);
  expect([50, 100, 110].map((metres) => axis?.toTime(metres))).toEqual([35, 60, 90]);
  expect(axis?.times({ from: 0, to: 120 })).toEqual({ from: 0, to: 110 });
  expect(axis?.times({ from: 50, to: 100 })).toEqual({ from: 35, to: 80 });
  expect(axis?.ofTimes({ from: 35, to: 80 })).toEqual({ from: 50, to: 100 });
});

it('a window in which it stood still has a width on the axis, inside the extent', () => {
  for (const rest of [
    { from: 2, to: 8 },
    { from: 62, to: 78 },
    { from: 102, to: 108 },
  ]) {
    const { from, to } = axis?.ofTimes(rest) ?? { from: 0, to: 0 };
    expect(to).toBeGreaterThan(from);
    expect([from >= 0, to <= 120]).toEqual([true, true]);
    expect(Math.abs(from - (axis?.ofTime(rest.from) ?? 0))).toBeLessThan(0.01);
  }
});

it('metres are said as metres, kilometres from one on', () => {
  expect([5.234, 999.96, 1234.5].map((one) => axis?.format(one, 'fr'))).toEqual([
    '5,2\u00a0m',
    '1,000\u00a0km',
    '1,235\u00a0km',
  ]);
});

it('a record that says no distance has no such axis', () => {
  expect(distanceAxisOf({ variable: null, T: [], D: [] }, { from: 0, to: 10 })).toBeUndefined();
});
