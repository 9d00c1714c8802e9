import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryScratch } from '../byte-source.ts';
import type { Rows } from './row-reader.ts';
import { RowSpool } from './row-spool.ts';

function rowsOf(pieces: Iterable<Rows>, numbers: number): number[][] {
  const rows: number[][] = [];
  for (const { values, rows: count, width } of pieces) {
    for (let i = 0; i < count; i++) rows.push([...values.subarray(i * width, i * width + numbers)]);
  }
  return rows;
}

test('keeps rows in the order of the file and gives them in order of time, equal times as they came', () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 300 });
  fc.assert(
    fc.property(times, (given) => {
      const spool = new RowSpool(1, memoryScratch);
      for (const [i, time] of given.entries()) spool.add(time, [i]);
      const rows = given.map((time, i) => [time, i]);
      expect(rowsOf(spool.inFileOrder(), 2)).toEqual(rows);
      expect(rowsOf(spool.sorted().rows(), 2)).toEqual(rows.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)));
    }),
    { numRuns: 200 },
  );
});

test('merges more runs than memory holds', () => {
  const spool = new RowSpool(15, memoryScratch);
  const count = 300_000;
  // 1, 0, 3, 2, … and a block from the beginning at the very end.
  const timeOf = (i: number) => (i < count - 1000 ? i ^ 1 : i - count + 0.5);
  const values = new Float64Array(15);
  for (let i = 0; i < count; i++) {
    values.fill(i);
    spool.add(timeOf(i), values);
  }
  const sorted = spool.sorted();
  let last = Number.NEGATIVE_INFINITY;
  let rows = 0;
  let sum = 0;
  for (const { values: piece, rows: length, width } of sorted.rows()) {
    for (let at = 0; at < length * width; at += width) {
      const time = piece[at] ?? 0;
      if (time < last || timeOf(piece[at + 1] ?? 0) !== time || piece[at + 15] !== piece[at + 1])
        throw new Error(`row ${rows}`);
      last = time;
      sum += piece[at + 1] ?? 0;
      rows++;
    }
  }
  expect([rows, sum]).toEqual([count, (count * (count - 1)) / 2]);
});

/** Scratch that counts the bytes that are read of it. */
function countedScratch() {
  let bytes = 0;
  const newScratch = () => {
    const scratch = memoryScratch();
    const read = (into: Uint8Array, at: number) => {
      bytes += into.length;
      scratch.read(into, at);
    };
    return { ...scratch, read };
  };
  return { newScratch, readBytes: () => bytes };
}

test('runs that are many because spools share the memory share it, too, while they are merged', () => {
  const { newScratch, readBytes } = countedScratch();
  const spool = new RowSpool(1, newScratch, 128);
  const count = 2_000_000;
  for (let i = 0; i < count; i++) spool.add(count - i, [i]);
  const sorted = spool.sorted();
  const before = readBytes();
  const { value } = sorted.rows().next();
  expect([value?.values[0], value?.values[1]]).toEqual([1, count - 1]);
  // What is read before the first row is handed on is what is in memory.
  expect(readBytes() - before).toBeLessThan(20 << 20);
});
