import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';

const shown = (former: string, present: string) =>
  compareTexts(former, present).map(
    (line) =>
      `${line.former ? `${line.former.number} ${line.former.text}` : ''}${line.isSame ? ' = ' : ' | '}${
        line.present ? `${line.present.number} ${line.present.text}` : ''
      }`,
  );

test('lines that both texts have stand beside each other, and so do those of one place that differ', () => {
  expect(shown('a\nb\nc\n', 'a\nB\nc\n')).toEqual(['1 a = 1 a', '2 b | 2 B', '3 c = 3 c']);
});

test('lines of one text only stand beside nothing, at the end, too', () => {
  expect(shown('a\nb\nc\nd\n', 'a\nd\n')).toEqual(['1 a = 1 a', '2 b | ', '3 c | ', '4 d = 2 d']);
  expect(shown('a\n', 'a\nb\nc\n')).toEqual(['1 a = 1 a', ' | 2 b', ' | 3 c']);
  expect(shown('a\nb\n', 'a\n')).toEqual(['1 a = 1 a', '2 b | ']);
});
