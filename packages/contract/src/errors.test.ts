import { expect, test } from 'vitest';
import { refusals } from './errors.ts';

test('French sentences keep their signs on the line of the word before them', () => {
  const broken = Object.entries(refusals).filter(([, { fr }]) => /\S [:;?!»](\s|$)|« /.test(fr));
  expect(broken.map(([code]) => code)).toEqual([]);
});
