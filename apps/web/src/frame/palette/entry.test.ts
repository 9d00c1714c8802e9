import { expect, test } from 'vitest';
import { findTyped, matches } from './entry.ts';

test('what is typed begins words, whatever their case and accents', () => {
  expect(matches('Réglages des capteurs', 'capt reg')).toBe(true);
  expect(matches('À propos', 'a pro')).toBe(true);
  expect(matches('Temps réel', 'mps')).toBe(false);
});

test('the typed part of a label is found where its letters stand', () => {
  expect(findTyped('Éloïse Grandjean', 'elo')).toEqual({ start: 0, end: 3 });
  expect(findTyped('Camille Le Goff', 'le g')).toEqual({ start: 8, end: 12 });
  expect(findTyped('Camille', 'zoe')).toBeUndefined();
});
