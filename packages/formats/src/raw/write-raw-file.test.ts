import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Recording } from '../index.ts';
import { read, real, written } from './make-test-raw.ts';

test('the real file of set 19, written again, gives the same samples', async () => {
  const first = read(real);
  const again = read(await written(first));
  expect(again.modules).toEqual(first.modules);
  expect(again.startUs).toBe(first.startUs);
});

test('what is written reads back as the same recording', async () => {
  const column = fc.array(fc.float({ noDefaultInfinity: false }), { minLength: 40, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ steps: fc.array(fc.nat(5e6), { minLength: 1, maxLength: 40 }), a: column, b: column }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.integer({ min: 1e15, max: 2e15 }),
      async (sources, startUs) => {
        const modules = sources.map(({ steps, a, b }, i) => {
          let us = 0;
          const about = { unit: 'm/s²', description: { fr: 'é', en: 'e' } };
          return {
            name: `m${i}`,
            type: 'gps',
            rateHz: 12.5,
            columns: [
              { ...about, name: 'acc_x', type: 'f32' as const },
              { ...about, name: 'latitude', type: 'f64' as const },
            ],
            timesSeconds: Float64Array.from(steps, (step) => {
              us += step;
              return us / 1e6;
            }),
            values: [
              Float32Array.from(a.slice(0, steps.length)),
              Float64Array.from(b.slice(0, steps.length), (v) => v / 3),
            ],
          };
        });
        const about = { startUs, deviceType: 'mini', deviceNumber: 20100007, recordType: 'record', version: '' };
        const recording: Recording = {
          ...about,
          folderName: undefined,
          modules,
          findings: [],
          bytesLost: 0,
          passes: [],
        };
        const again = read(await written(recording));
        expect(again).toEqual({ ...recording, version: 'v6.6.0' });
      },
    ),
    { numRuns: 200 },
  );
});
