import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateOrientation } from './index.ts';

const rateHz = 100;
const clock = (seconds: number) => Float64Array.from({ length: seconds * rateHz }, (_, i) => i / rateHz);
const still = (times: Float64Array, value: number) => times.map(() => value);

describe('The orientation of a sensor', () => {
  test('that leans by 30° about its first axis is that from the first moment on, and stays', () => {
    const times = clock(5);
    const lean = Math.PI / 6;
    const found = estimateOrientation(
      {
        timesSeconds: times,
        rotation: [still(times, 0), still(times, 0), still(times, 0)],
        acceleration: [still(times, 0), still(times, 9.81 * Math.sin(lean)), still(times, 9.81 * Math.cos(lean))],
      },
      0.03,
    );
    for (const i of [0, times.length - 1]) {
      const [w = 0, x = 0, y = 0, z = 0] = found.subarray(4 * i, 4 * i + 4);
      expect(2 * Math.atan2(x, w)).toBeCloseTo(lean, 2);
      expect(Math.hypot(y, z)).toBeLessThan(1e-6);
    }
  });
  test('forgets a wrong start: gravity pulls it back, the field turns it to the north', () => {
    const times = clock(60);
    // Held still, but for the first 0.2 s the accelerometer and the magnetometer are wrong.
    const wrongAtFirst = (at: number, then: number) => times.map((t) => (t < 0.3 ? at : then));
    const found = estimateOrientation(
      {
        timesSeconds: times,
        rotation: [still(times, 0), still(times, 0), still(times, 0)],
        acceleration: [wrongAtFirst(9, 0), still(times, 0), wrongAtFirst(3, 9.81)],
        magneticField: [wrongAtFirst(-10, 20), wrongAtFirst(15, 0), still(times, -40)],
      },
      0.12,
    );
    const [w = 0] = found.subarray(-4);
    expect((2 * Math.acos(Math.min(1, Math.abs(w))) * 180) / Math.PI).toBeLessThan(0.5);
  });
  test('whatever is measured, is a rotation', () => {
    const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constantFrom(Number.NaN, 0, Infinity));
    fc.assert(
      fc.property(fc.array(fc.array(value, { minLength: 9, maxLength: 9 }), { maxLength: 40 }), (rows) => {
        const column = (at: number) => Float64Array.from(rows, (row) => row[at] ?? Number.NaN);
        const found = estimateOrientation(
          {
            timesSeconds: Float64Array.from(rows, (_, i) => i / rateHz),
            rotation: [column(0), column(1), column(2)],
            acceleration: [column(3), column(4), column(5)],
            magneticField: [column(6), column(7), column(8)],
          },
          0.1,
        );
        for (let i = 0; i < rows.length; i++) {
          expect(Math.hypot(...found.subarray(4 * i, 4 * i + 4))).toBeCloseTo(1, 9);
        }
      }),
    );
  });
});
