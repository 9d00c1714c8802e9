import { expect, test } from 'vitest';
import { sayBytes, sayCount, sayList } from './index.ts';

const files = { fr: ['fichier', 'fichiers'], en: ['file', 'files'] } as const;
const plain = ({ fr, en }: { fr: string; en: string }) => [fr, en].map((text) => text.replace(/\s/g, ' '));

test.each([
  [0, '0 fichier', '0 files'],
  [1, '1 fichier', '1 file'],
  [2, '2 fichiers', '2 files'],
  [12_345, '12 345 fichiers', '12,345 files'],
])('%d things are counted as each language does', (count, fr, en) => {
  expect(plain(sayCount(count, files))).toEqual([fr, en]);
});

test.each([
  [0, '0 octets', '0 bytes'],
  [999, '999 octets', '999 bytes'],
  [1000, '1 ko', '1 kB'],
  [14_080_000, '14,1 Mo', '14.1 MB'],
  [999_999, '1 Mo', '1 MB'],
  [5e15, '5 000 To', '5,000 TB'],
])('%d bytes have three figures at most', (bytes, fr, en) => {
  expect(plain(sayBytes(bytes))).toEqual([fr, en]);
});

test('a unit never leaves the line of its number', () => {
  expect(sayBytes(1000)).toEqual({ fr: '1\u00a0ko', en: '1\u00a0kB' });
});

test('parts are listed', () => {
  expect(sayList([sayCount(1, files), sayBytes(2000)])).toEqual({
    fr: '1 fichier, 2\u00a0ko',
    en: '1 file, 2\u00a0kB',
  });
  expect(sayList([])).toEqual({ fr: '', en: '' });
});
