import { expect, test } from 'vitest';
import { stateOfLine, stoodAt } from './read-states.ts';

const value = (name: string, of: number) => ({ name, value: of, unit: 'N' });
const states = [
  { at: 0, line: 4, changed: [value('calm', 2), value('steady', 40)] },
  { at: 3, line: 9, changed: [value('weight', 700)] },
  { at: 8, line: 12, changed: [value('weight', 701)] },
];

test('at a moment a program stands where it last went, and each variable has what it was last given', () => {
  expect(stoodAt(states, 3)).toEqual({
    line: 9,
    values: [value('calm', 2), value('steady', 40), value('weight', 700)],
  });
  expect(stoodAt(states, 20)?.values.map(({ value }) => value)).toEqual([2, 40, 701]);
  expect(stoodAt([], 3)).toBeUndefined();
});

test('a line belongs to the state that begins at it or before', () => {
  const drawn = [{ line: 4 }, { line: 12 }, { line: 9 }];
  expect([4, 8, 10, 30, 2].map((line) => stateOfLine(drawn, line)?.line)).toEqual([4, 4, 9, 12, undefined]);
});
