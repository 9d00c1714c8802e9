import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MedianSearch } from './search-median.ts';

/** As it is taught: in order, the middle one, or half-way between the two. */
function taught(all: readonly number[]): number | undefined {
  const sorted = Float64Array.from(all.filter(Number.isFinite)).sort();
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? undefined : lower / 2 + upper / 2;
}

function found(pieces: readonly Float64Array[]): { median: number | undefined; passes: number } {
  const search = new MedianSearch(pieces.reduce((sum, piece) => sum + piece.filter(Number.isFinite).length, 0));
  let passes = 0;
  for (; search.wantsMore; passes++) {
    for (const piece of pieces) search.add(piece);
    search.endPass();
  }
  return { median: search.median, passes };
}

it('is that of all samples in order, whatever the pieces', () => {
  const sample = fc.oneof(fc.double(), fc.constantFrom(-0, 0, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, -1));
  fc.assert(
    fc.property(fc.array(fc.array(sample, { maxLength: 40 }), { maxLength: 5 }), (pieces) => {
      expect(found(pieces.map((piece) => Float64Array.from(piece))).median).toEqual(taught(pieces.flat()));
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['of many that begin alike', (i: number) => 1 + ((i * 7919) % 200_003) * Number.EPSILON, 4],
  ['of many equal ones', () => -9.81, 4],
  ['of noise', (i: number) => Math.sin(i * i), 3],
])('%s takes a few passes in little memory', (_, value, mostPasses) => {
  const samples = Float64Array.from({ length: 200_004 }, (_, i) => value(i));
  const pieces = [samples.subarray(0, 70_000), samples.subarray(70_000)];
  const { median, passes } = found(pieces);
  expect(median).toBe(taught([...samples]));
  expect(passes).toBeLessThanOrEqual(mostPasses);
});
