import { expect, test } from 'vitest';
import { readPresses } from './read-presses.ts';

test('times of presses are read with either decimal sign', () => {
  expect(readPresses('0,5 3; 12.5', 100)).toEqual([0.5, 3, 12.5]);
  expect(readPresses('1, 2', 100)).toEqual([1, 2]);
  expect(readPresses('', 100)).toEqual([]);
  for (const wrong of ['x', '-1', '101']) expect(readPresses(wrong, 100)).toBeUndefined();
});
