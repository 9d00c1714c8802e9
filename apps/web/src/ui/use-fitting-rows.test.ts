import { expect, it } from 'vitest';
import { fittingRows } from './use-fitting-rows.ts';

const fit = { row: 41, head: 33, least: 5, most: 60, otherwise: 10 };

it('rows fill the height of their box, within the bounds', () => {
  expect(fittingRows(33 + 15 * 41, fit)).toBe(15);
  expect(fittingRows(33 + 15 * 41 + 40, fit)).toBe(15);
  expect(fittingRows(100, fit)).toBe(5);
  expect(fittingRows(10_000, fit)).toBe(60);
  expect(fittingRows(0, fit)).toBe(10);
});
