import type { RecordingSamples } from '@sillage/formats';
import { resampleLinear } from '@sillage/signal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resample } from './process-samples.ts';

async function* chunked(times: number[], values: number[], lengths: readonly number[]) {
  let from = 0;
  for (let i = 0; from < times.length; i++) {
    const to = from + (lengths[i % lengths.length] ?? 1);
    const timesSeconds = Float64Array.from(times.slice(from, to));
    yield { timesSeconds, values: [Float64Array.from(values.slice(from, to))] };
    from = to;
  }
}

async function gathered(chunks: AsyncIterable<RecordingSamples>) {
  const rows: [number, number][] = [];
  for await (const { timesSeconds, values } of chunks) {
    timesSeconds.forEach((time, i) => {
      rows.push([time, values[0]?.[i] ?? Number.NaN]);
    });
  }
  return rows;
}

test('resampling does not depend on how the samples were cut into chunks', async () => {
  const sample = fc.record({
    gap: fc.integer({ min: 0, max: 300 }),
    value: fc.oneof(fc.integer({ min: -99, max: 99 }), fc.constant(Number.NaN)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(sample, { minLength: 1, maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0.7, 4, 10, 2000),
      async (samples, lengths, rateHz) => {
        let time = 0;
        const times = samples.map(({ gap }) => {
          time += gap / 100;
          return time;
        });
        const values = samples.map(({ value }) => value);
        const rows = await gathered(resample(chunked(times, values, lengths), rateHz));
        const first = times[0] ?? 0;
        const count = rows.length;
        expect(first + count / rateHz).toBeGreaterThan(times.at(-1) ?? 0);
        const moments = Float64Array.from({ length: count }, (_, i) => first + i / rateHz);
        const whole = resampleLinear(Float64Array.from(times), Float64Array.from(values), moments);
        expect(rows).toEqual([...moments].map((at, i) => [at, whole[i]]));
      },
    ),
  );
});

test('a column stays of its type', async () => {
  async function* one() {
    yield { timesSeconds: Float64Array.of(0, 1), values: [Float32Array.of(0, 1), Float64Array.of(0, 0.1)] };
  }
  for await (const { values } of resample(one(), 4)) {
    expect(values).toEqual([Float32Array.of(0, 0.25, 0.5, 0.75, 1), expect.any(Float64Array)]);
  }
});
