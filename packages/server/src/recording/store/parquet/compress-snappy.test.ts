import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet';
import { expect, test } from 'vitest';
import { compressSnappy } from './compress-snappy.ts';

function back(bytes: Uint8Array): Uint8Array {
  const output = new Uint8Array(bytes.length);
  snappyUncompress(compressSnappy(bytes), output);
  return output;
}

test('whatever is compressed reads back with another program', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 3000 }),
    // Few different bytes: repetitions of every length, far and near, overlapping themselves.
    fc.array(fc.constantFrom(0, 1, 255), { maxLength: 3000 }).map((values) => Uint8Array.from(values)),
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.integer({ min: 1, max: 500 }))
      .map(([some, times]) => Uint8Array.from({ length: some.length * times }, (_, i) => some[i % some.length] ?? 0)),
  );
  fc.assert(
    fc.property(bytes, (given) => {
      expect(Buffer.compare(back(given), given)).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test('a page of samples becomes smaller, one of noise hardly larger', () => {
  const steady = new Uint8Array(Float64Array.from({ length: 131_072 }, (_, i) => i / 100).buffer);
  expect(Buffer.compare(back(steady), steady)).toBe(0);
  expect(compressSnappy(steady).length).toBeLessThan(0.8 * steady.length);
  const noise = Uint8Array.from({ length: 300_000 }, (_, i) => Math.imul(i ^ (i >> 3), 0x9e3779b1) >> 13);
  expect(Buffer.compare(back(noise), noise)).toBe(0);
  expect(compressSnappy(noise).length).toBeLessThan(1.01 * noise.length);
});
