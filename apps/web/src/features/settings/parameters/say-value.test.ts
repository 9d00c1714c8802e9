import { expect, test } from 'vitest';
import { readRowValue, rowValueText, sayValue } from './say-value.ts';

const words = { yes: 'Oui', no: 'Non', none: 'Aucun' };

test.each([
  ['1.00', '1,00'],
  ['-0.5', '-0,5'],
  ['12.', '12,'],
  ['12', '12'],
  ['192.168.0.1', '192.168.0.1'],
  ['v1.0', 'v1.0'],
  ['', ''],
])('the value %j of a row reads %j in French and as it is in English', (kept, french) => {
  expect(rowValueText(kept, 'fr')).toBe(french);
  expect(rowValueText(kept, 'en')).toBe(kept);
});

test.each([
  ['1,02', '1.02'],
  ['1.02', '1.02'],
  ['1,', '1.'],
  ['-,5', '-.5'],
  ['rouge, vert', 'rouge, vert'],
  ['1,2,3', '1,2,3'],
])('%j typed in French is kept as %j', (typed, kept) => {
  expect(readRowValue(typed, 'fr')).toBe(kept);
});

test('in English a typed comma is no decimal sign', () => {
  expect(readRowValue('1,000', 'en')).toBe('1,000');
});

test('a table in a line of text separates its rows by semicolons, whatever the decimal sign', () => {
  const table: Parameters<typeof sayValue>[0] = { items: [], type: 'table', unit: '' };
  const rows = ['Nage=1.00', '3=0.98', 'libre'];
  expect(sayValue(table, rows, words, 'fr')).toBe('Nage\u00a0=\u00a01,00\u00a0; 3\u00a0=\u00a00,98\u00a0; libre');
  expect(sayValue(table, rows, words, 'en')).toBe('Nage\u00a0=\u00a01.00; 3\u00a0=\u00a00.98; libre');
  expect(sayValue(table, [], words, 'fr')).toBe('Aucun');
});
