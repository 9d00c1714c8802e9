import { expect, it } from 'vitest';
import { logWords } from './index.ts';

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([hole]) => hole).sort();
const lines = Object.values(logWords);

it('every line has a code of its own', () => {
  const codes = lines.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

it.each(lines)('$code says the same in both languages', ({ fr, en }) => {
  expect(holes(fr)).toEqual(holes(en));
  expect(fr).not.toBe(en);
});
