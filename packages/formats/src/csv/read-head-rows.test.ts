import { expect, test } from 'vitest';
import { detectFormat, utf8 } from '../index.ts';
import { asciiLikeHead } from './read-head-rows.ts';

const rowsOf = (text: string) => asciiLikeHead(utf8(text), false, 'utf-8').rowsBy(';');

test('of the beginning of a file few cells are looked at, and of a cell no more than a number or a name has', () => {
  const rows = rowsOf(`${'1;'.repeat(200_000)}\n1;2\n`);
  expect(rows.map(({ cells }) => cells.length)).toEqual([2048, 2]);
  const [long] = rowsOf(`${'9'.repeat(200_000)};"${'a'.repeat(200_000)}";3\n`.repeat(2));
  expect(long?.cells.map(({ length }) => length)).toEqual([1000, 1000, 1]);
  expect(detectFormat(utf8(`${'1;'.repeat(200_000)}\n`), true, { rateHz: 100 })).toEqual({
    problem: 'tooManyColumns',
    most: 1024,
  });
});
