import { expect, it } from 'vitest';
import { sizePieces } from './size-pieces.ts';

const megabyte = 1e6;

it('pieces grow until each takes about five seconds, and no further than a cloud should be sent again', () => {
  const size = sizePieces();
  const sent: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const bytes = size.bytes(null);
    sent.push(bytes);
    size.arrived(bytes, 40 + bytes / 2000);
  }
  expect(sent[0]).toBeLessThan(megabyte);
  expect(sent.at(-1)).toBeGreaterThan(9.8 * megabyte);
  expect(sent.at(-1)).toBeLessThan(10 * megabyte);
  for (let n = 0; n < 8; n += 1) size.arrived(size.bytes(null), 1);
  expect(size.bytes(null)).toBe(64 * 1024 ** 2);
});

it('pieces of a link that breaks are halved, down to what nearly any link carries; a limit holds at once', () => {
  const size = sizePieces();
  const before = size.bytes(null);
  size.broke();
  expect(size.bytes(null)).toBe(before / 2);
  for (let n = 0; n < 20; n += 1) size.broke();
  expect(size.bytes(null)).toBe(64 * 1024);
  for (let n = 0; n < 8; n += 1) size.arrived(size.bytes(null), 1);
  expect(size.bytes(100_000)).toBe(100_000);
});

it('the end of a file, which is small and soon there, changes nothing', () => {
  const size = sizePieces();
  const before = size.bytes(null);
  size.arrived(1000, 900);
  expect(size.bytes(null)).toBe(before);
});
