import { expect, it } from 'vitest';
import { rangesBetween } from './use-graph-gestures.ts';

it('a box takes its share of each range, counted from the top; a factor above 1 widens them', () => {
  const ranges = { y1: [0, 10], y2: [-4, 4], y3: undefined } as const;
  expect(rangesBetween(ranges, 0.25, 0.75)).toEqual({ y1: [2.5, 7.5], y2: [-2, 2] });
  expect(rangesBetween(ranges, -0.5, 1.5)).toEqual({ y1: [-5, 15], y2: [-8, 8] });
});
