import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lowPassTwice } from './index.ts';

const fixture = (file: string) => new URL(`../../testkit/fixtures/16_signal_processing/${file}`, import.meta.url);
const force = Float64Array.from(readFileSync(fixture('GRFZjump.txt'), 'utf8').trim().split(/\s+/), Number);
interface Known {
  readonly id: string;
  readonly expected: number[];
}
const known: Known[] = JSON.parse(readFileSync(fixture('expected.json'), 'utf8'));

describe('A Butterworth filter, forward and backward', () => {
  test('answers what scipy does (set 16, bw50: within 0.5 N)', () => {
    const expected = known.find(({ id }) => id.endsWith('bw50'))?.expected ?? [];
    const filtered = lowPassTwice(force, 600, 50);
    [100, 300, 450, 540, 700, 800, 1000].forEach((at, i) => {
      expect(Math.abs((filtered[at] ?? 0) - (expected[i] ?? 0))).toBeLessThanOrEqual(0.5);
    });
  });
  test('keeps a straight line, and lets half of the amplitude through at its cut-off', () => {
    const line = Float64Array.from({ length: 200 }, (_, i) => 3 * i - 7);
    const kept = lowPassTwice(line, 100, 5);
    for (let i = 60; i < 140; i++) expect(kept[i]).toBeCloseTo(3 * i - 7, 5);
    const wave = Float64Array.from({ length: 2000 }, (_, i) => Math.sin((2 * Math.PI * 5 * i) / 1000));
    const middle = lowPassTwice(wave, 1000, 5).subarray(900, 1100);
    expect(Math.max(...middle)).toBeCloseTo(0.5, 2);
  });
  test('fills short gaps, splits at long ones, and leaves both as gaps', () => {
    const gapped = new Float64Array(300).fill(2);
    gapped.fill(Number.NaN, 50, 55);
    gapped.fill(Number.NaN, 100, 150);
    const filtered = lowPassTwice(gapped, 100, 10);
    for (let i = 0; i < 300; i++) {
      if (Number.isNaN(gapped[i])) expect(filtered[i]).toBeNaN();
      else expect(filtered[i]).toBeCloseTo(2, 9);
    }
  });
  test('whatever it is given, it answers as many values and none but numbers where there were some', () => {
    const values = fc.array(fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constant(Number.NaN)));
    fc.assert(
      fc.property(values, fc.integer({ min: 10, max: 2000 }), fc.integer({ min: 1, max: 900 }), (given, rate, cut) => {
        const out = lowPassTwice(Float64Array.from(given), rate, cut);
        expect(out).toHaveLength(given.length);
        for (const [i, value] of given.entries()) expect(Number.isFinite(out[i])).toBe(Number.isFinite(value));
      }),
    );
  });
});
