import { expect, it } from 'vitest';
import { riseOf } from './readable-dashes.ts';

it('a line goes up and down by what its own points do, whatever stands between them', () => {
  expect(riseOf([0, undefined, 3, null, 1, undefined], 0, 5)).toBe(5);
  expect(riseOf([0, 10, 10, 0], 1, 2)).toBe(0);
  expect(riseOf([], 0, -1)).toBe(0);
});
