import { expect, it } from 'vitest';
import { riseOf, styleOfDense } from './line-density.ts';

it('a line goes up and down by what its own points do, whatever stands between them', () => {
  expect(riseOf([0, undefined, 3, null, 1, undefined], 0, 5)).toBe(5);
  expect(riseOf([0, 10, 10, 0], 1, 2)).toBe(0);
  expect(riseOf([], 0, -1)).toBe(0);
});

it('loses its dashes, then its width where it is dense; never thinner than a pixel of the screen, never wider than asked', () => {
  const dashed = { dash: [5, 3], width: 1.6 };
  expect(styleOfDense(dashed, 6, 1)).toEqual(dashed);
  expect(styleOfDense(dashed, 7, 1)).toEqual({ width: 1.6 });
  expect(styleOfDense(dashed, 21, 2)).toEqual({ width: 0.5 });
  expect(styleOfDense({ width: 0.4 }, 21, 1)).toEqual({ width: 0.4 });
});
