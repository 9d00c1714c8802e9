import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alignCurves } from './align-curves.ts';

const curve = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.integer(), { nil: Number.NaN })), {
    selector: ([time]) => time,
  })
  .map((points) => {
    const sorted = [...points].sort((a, b) => a[0] - b[0]);
    return {
      variable: 'a.b',
      timesSeconds: Float64Array.from(sorted, ([time]) => time),
      values: Float64Array.from(sorted, ([, value]) => value),
    };
  });

it('keeps every point of every curve once, at its time, gaps as null', () => {
  fc.assert(
    fc.property(fc.array(curve, { minLength: 1, maxLength: 4 }), (curves) => {
      const [times, ...columns] = alignCurves(curves);
      expect(times).toEqual([...new Set(curves.flatMap((one) => [...one.timesSeconds]))].sort((a, b) => a - b));
      for (const [index, one] of curves.entries()) {
        const kept = times.flatMap((time, row) => {
          const value = columns[index]?.[row];
          return value === undefined ? [] : [[time, value]];
        });
        expect(kept).toEqual(
          [...one.timesSeconds].map((time, row) => [time, Number.isNaN(one.values[row]) ? null : one.values[row]]),
        );
      }
    }),
  );
});
