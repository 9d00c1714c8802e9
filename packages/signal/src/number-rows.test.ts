import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberRows } from './number-rows.ts';
import type { SampleArray } from './pyramid-shape.ts';

function rowsOf(...columns: SampleArray[]): string[] {
  return Buffer.concat([...numberRows(columns)])
    .toString('latin1')
    .split('\n')
    .slice(0, -1);
}

/** Distance of n × 10^e from a number that a float32 holds, in units that are the same for all n × 10^e of one e. */
function distance(n: bigint, e: number, value: number): bigint {
  // Every finite float32 is a whole number of 2⁻¹⁴⁹.
  const whole = BigInt(value * 2 ** 100 * 2 ** 49);
  const difference = e < 0 ? (n << 149n) - whole * 10n ** BigInt(-e) : (n << 149n) * 10n ** BigInt(e) - whole;
  return difference < 0n ? -difference : difference;
}

/** The text as the rules say: of the fewest digits that read back as the same float32 the nearest, of two the even one. */
function shortest(value: number): string {
  if (Number.isNaN(value)) return '';
  if (!Number.isFinite(value) || value === 0) return String(value);
  const size = Math.abs(value);
  for (let digits = 0; ; digits++) {
    const [mantissa = '', exponent] = size.toExponential(digits).split('e');
    const e = Number(exponent) - digits;
    const near = BigInt(mantissa.replace('.', ''));
    const [best] = [near - 1n, near, near + 1n]
      .filter((n) => Math.fround(Number(`${n}e${e}`)) === size)
      .map((n) => ({ n, away: distance(n, e, size) }))
      .sort((a, b) => (a.away === b.away ? Number(a.n % 2n) - Number(b.n % 2n) : a.away < b.away ? -1 : 1));
    if (best) return String(Math.sign(value) * Number(`${best.n}e${e}`));
  }
}

const patterns = fc.uint32Array({ minLength: 1, maxLength: 200 });

test('a float32 has the fewest digits that read back as the same float32', () => {
  fc.assert(
    fc.property(patterns, fc.constantFrom(0xffff_ffff, 0x807f_ffff, 0xff80_0000, 0xff80_0003), (bits, kept) => {
      const values = new Float32Array(bits.map((one) => one & kept).buffer);
      expect(rowsOf(values)).toEqual(Array.from(values, shortest));
    }),
    { numRuns: 100 },
  );
});

test('values of 16-bit sensors, and what is as near to two decimals', () => {
  const values = Float32Array.from({ length: 4001 }, (_, i) => (i - 2000) / 2048);
  expect(rowsOf(values)).toEqual(Array.from(values, shortest));
  expect(rowsOf(Float32Array.of(2.41015625, 2.41796875, 0.1, 123_456_789, 1.5e-6))).toEqual([
    ...['2.4101562', '2.4179688', '0.1', '123456790', '0.0000015'],
  ]);
});

test('a double is written as JavaScript writes it', () => {
  const bits = fc.bigUint64Array({ minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(bits, fc.constantFrom(1, 1e3, 1e6, 1e9), (patterns, scale) => {
      const any = new Float64Array(patterns.buffer);
      const decimals = Float64Array.from(patterns, (one) => Number(one % 10_000_000_000n) / scale);
      for (const values of [any, decimals, decimals.map((value) => -value * (1 / 3))]) {
        expect(rowsOf(values)).toEqual(Array.from(values, (value) => (Number.isNaN(value) ? '' : String(value))));
      }
    }),
    { numRuns: 100 },
  );
});

test('the ends of both', () => {
  const ends = [0, -0, 1, -1, 1e20, 1e21, 1e-6, 1e-7, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  const texts = [
    '0',
    '0',
    '1',
    '-1',
    '100000000000000000000',
    '1e+21',
    '0.000001',
    '1e-7',
    'Infinity',
    '-Infinity',
    '',
  ];
  expect(rowsOf(Float64Array.from(ends), Float32Array.from(ends))).toEqual(texts.map((text) => `${text},${text}`));
  expect(rowsOf(Float32Array.of(2 ** -149, 2 ** -126, 3.4028234663852886e38))).toEqual([
    ...['1e-45', '1.1754944e-38', '3.4028235e+38'],
  ]);
  expect(rowsOf(Float64Array.of(5e-324, -1.2345678901234567e-6, Number.MAX_VALUE))).toEqual([
    ...['5e-324', '-0.0000012345678901234567', '1.7976931348623157e+308'],
  ]);
});

test('rows of more columns than a piece has cells stay rows, in pieces of a bounded size', () => {
  const longest = -1.2345678901234567e-6;
  const columns = Array.from({ length: 5000 }, (_, c) =>
    c % 2 ? Float64Array.of(c, longest) : Float32Array.of(c, longest),
  );
  const rows = rowsOf(...columns).map((row) => row.split(','));
  expect(rows.map((row) => row.length)).toEqual([5000, 5000]);
  expect(rows[0]).toEqual(columns.map((_, c) => String(c)));
  for (const piece of numberRows(Array.from({ length: 3 }, () => new Float64Array(20_000).fill(longest)))) {
    expect(piece.length).toBeLessThan(4096 * 26);
  }
});
