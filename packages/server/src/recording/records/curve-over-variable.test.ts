import { expect, test } from 'vitest';
import { curveOver, extentOfX } from './curve-over-variable.ts';

const curve = (variable: string, points: readonly (readonly [number, number])[]) => ({
  variable,
  timesSeconds: Float64Array.from(points, ([time]) => time),
  values: Float64Array.from(points, ([, value]) => value),
});

test('sampled together: only moments that both have', () => {
  const x = curve('a', [
    [0, 10],
    [1, 20],
    [2, Number.NaN],
    [3, 40],
  ]);
  const y = curve('b', [
    [0, 1],
    [0.5, 99],
    [1, 2],
    [2, 3],
    [3, 4],
  ]);
  const over = curveOver(x, y);
  expect([[...over.timesSeconds], [...over.values], over.variable]).toEqual([[10, 20, 40], [1, 2, 4], 'b']);
  expect(extentOfX([over])).toEqual([10, 40]);
});

test('sampled apart: x on straight lines, not before, not behind, not across a gap', () => {
  const steps = Array.from({ length: 10 }, (_, i) => [i, i * 10] as const);
  const x = curve('a', [...steps, [40, 400], [41, 410]]);
  const y = curve('b', [
    [-0.5, 1],
    [0.5, 2],
    [8.25, 3],
    [25, 4],
    [40.5, 5],
    [50, 6],
  ]);
  const over = curveOver(x, y);
  expect([[...over.timesSeconds], [...over.values]]).toEqual([
    [5, 82.5, 405],
    [2, 3, 5],
  ]);
});

test('over nothing there is nothing', () => {
  expect(curveOver(curve('a', []), curve('b', [[0, 1]])).values).toHaveLength(0);
  expect(extentOfX([])).toEqual([0, 0]);
});
