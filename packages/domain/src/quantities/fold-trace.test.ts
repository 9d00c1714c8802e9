import { expect, test } from 'vitest';
import { foldTrace } from './fold-trace.ts';

const none = Number.NaN;

test('the extremes of each stretch stand in the order they came, and nothing where there is no value', () => {
  const points = [
    { at: 0, value: 5 },
    { at: 1, value: 1 },
    { at: 2, value: 3 },
    { at: 4, value: 2 },
    { at: 5, value: none },
    { at: 7, value: 6 },
    // Of the last stretch, at its very end.
    { at: 12, value: 4 },
  ];
  expect(foldTrace(points, 12, 6)).toEqual([5, 1, 2, 6, 4, 4]);
  expect(foldTrace(points.slice(0, 1), 12, 6)).toEqual([5, 5, none, none, none, none]);
});

test('a record that lasted no time has no shape', () => {
  expect(foldTrace([{ at: 0, value: 1 }], 0, 4)).toEqual([none, none, none, none]);
});
