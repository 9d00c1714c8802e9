import { expect, it } from 'vitest';
import { readChosenFigures, useChosenFigures } from './chosen-figures.ts';
import { figureOf, formatFigureOf, landmarksOf } from './window-figures.ts';

const marks = landmarksOf({
  timesSeconds: Float64Array.of(0, 1, 2, 3, 4, 5),
  values: Float64Array.of(Number.NaN, 2, 9, -4, 9, 6),
});
const row = { variable: 'plate.fz', num: 5, mean: 4.4, std: 5, min: -4, max: 9 };
const known = { row, marks, window: { from: 0, to: 5 } };

it('finds when a window is highest and lowest, how it rises and what it sums up to', () => {
  expect(figureOf('timeOfMax', known, false)).toBe(2);
  expect(figureOf('timeOfMin', known, false)).toBe(3);
  expect(figureOf('slope', known, false)).toBe(1);
  expect(figureOf('integral', known, false)).toBeCloseTo(22, 12);
  expect(figureOf('count', known, false)).toBe(5);
});

it('reads a pace as its extremes are printed; it has neither slope nor integral', () => {
  expect([figureOf('timeOfMax', known, true), figureOf('slope', known, true)]).toEqual([2, undefined]);
  expect(figureOf('integral', known, true)).toBeUndefined();
});

it('says nothing of what has no sample, and no slope of a single one', () => {
  expect(landmarksOf({ timesSeconds: Float64Array.of(1), values: Float64Array.of(Number.NaN) })).toBeUndefined();
  const one = landmarksOf({ timesSeconds: Float64Array.of(1), values: Float64Array.of(3) });
  expect(figureOf('slope', { ...known, marks: one }, false)).toBeUndefined();
  expect(formatFigureOf('slope', undefined, { unit: 'N', isPace: false, decimals: 1 }, 'fr')).toBe('–');
});

it('writes units of what was summed up or divided by time', () => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(plain(formatFigureOf('integral', 22, { unit: 'N', isPace: false, decimals: 1 }, 'fr'))).toBe('22,0 N·s');
  expect(plain(formatFigureOf('integral', 22, { unit: 'm/s', isPace: false, decimals: 1 }, 'en'))).toBe('22.0 m');
  expect(plain(formatFigureOf('slope', 1.5, { unit: 'N', isPace: false, decimals: 1 }, 'fr'))).toBe('1,50 N/s');
  expect(formatFigureOf('timeOfMax', 62.5, { unit: 'N', isPace: false, decimals: 1 }, 'fr')).toBe('01:02.500');
});

it('remembers which figures are shown, in one order', () => {
  useChosenFigures.getState().turn('slope');
  useChosenFigures.getState().turn('count');
  expect(readChosenFigures(localStorage.getItem('sillage.statisticsFigures'))).toEqual(['count', 'slope']);
  useChosenFigures.getState().turn('slope');
  useChosenFigures.getState().turn('count');
  expect(readChosenFigures('["none"]')).toEqual([]);
});

it('says a median as the mean beside it is said, a pace as a pace', () => {
  const of = (median: number | null) => figureOf('median', { ...known, row: { num: 5, mean: 2, median } }, false);
  expect([of(2.25), of(null), figureOf('median', known, false)]).toEqual([2.25, undefined, undefined]);
  expect(formatFigureOf('median', 94.26, { unit: 'tr/min', isPace: false, decimals: 0 }, 'fr')).toBe('94\u00a0tr/min');
  expect(formatFigureOf('median', 127.1, { unit: 'min/500 m', isPace: true, decimals: 1 }, 'fr')).toBe(
    '2:07,1\u00a0min/500 m',
  );
});
