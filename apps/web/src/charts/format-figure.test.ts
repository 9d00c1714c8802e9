import { expect, it } from 'vitest';
import { editableFigure, formatFigure, parseFigure } from './format-figure.ts';

it('what a field shows is read as the same figure, in both languages', () => {
  for (const language of ['fr', 'en'] as const) {
    for (const value of [0, -0.25, 1234.5, 98_765.43]) {
      expect(parseFigure(editableFigure(value, 2, language, false), false)).toBe(value);
    }
    expect(parseFigure(editableFigure(112.3, 2, language, true), true)).toBeCloseTo(112.3, 6);
  }
  expect(editableFigure(3.847_291_8, 2, 'fr', false)).toBe('3,85');
  expect(parseFigure(formatFigure(1234.5, 1, 'fr', false), false)).toBe(1234.5);
});

it('reads min:s of a pace, and no seconds', () => {
  expect(parseFigure('1:52,3', true)).toBe(112.3);
  expect(parseFigure('112.3', true)).toBeUndefined();
  expect(parseFigure('1:52', false)).toBeUndefined();
  expect(parseFigure(' ', false)).toBeUndefined();
});
