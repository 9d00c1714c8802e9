import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRecording, recordings } from './catalogue.ts';
import { expectedSamples, findFirstSampleIndex, firstSampleAtOrAfter, sampleTimeUs, sourceSamples } from './loop.ts';

const all = recordings.flatMap(({ id }) =>
  Object.entries(loadRecording(id)).map(([module, source]) => ({ id, module, source })),
);

describe('the shipped recordings', () => {
  it('holds the numbers that the sources print', () => {
    const imu = sourceSamples({ recording: 'imu', module: 'imu' });
    // From recordings/19_raw_device_file/SOURCE.md.
    expect(imu.timesUs).toHaveLength(4771);
    expect(imu.timesUs[2385]).toBe(25_086_419 - 1_197_674);
    expect(imu.timesUs.at(-1)).toBe(48_978_698 - 1_197_674);
    expect([imu.values[2]?.[0], imu.values[2]?.at(-1)]).toEqual([9.742115020751953, 9.699029922485352]);
    expect(imu.values[4]?.[0]).toBe(-8.119999885559082);

    const plate = sourceSamples({ recording: 'jumps', module: 'plate' });
    const still = (column: number) =>
      [...(plate.values[column] ?? [])].slice(0, 1000).reduce((sum, n) => sum + n, 0) / 1000;
    // From recordings/01_jumps_gidiel/SOURCE.md.
    expect([still(0), still(1)].map((n) => n.toFixed(2))).toEqual(['307.93', '355.00']);

    const strokes = sourceSamples({ recording: 'rowing', module: 'stroke' });
    const catches = [...(strokes.values[strokes.names.indexOf('catch')] ?? [])].filter((n) => !Number.isNaN(n));
    expect(strokes.timesUs).toHaveLength(676);
    expect(catches.length).toBeGreaterThan(650);

    const power = [...(sourceSamples({ recording: 'ride', module: 'bike' }).values[0] ?? [])];
    // Garmin's own summary: mean 276 W, maximum 619 W.
    expect(Math.max(...power)).toBe(619);
    expect(power.reduce((sum, n) => sum + n, 0) / power.length).toBeCloseTo(275.5, 0);

    const pendulum = sourceSamples({ recording: 'pendulum', module: 'imu' });
    expect(pendulum.timesUs).toHaveLength(7476);
    expect(pendulum.values[0]?.[0]).toBeCloseTo(-9.617645520000002, 12);
    expect(pendulum.timesUs[1]).toBe(5008);
  });

  it('leaves no device without a sample for long: a record of five seconds always holds some', () => {
    for (const { id } of recordings) {
      const gaps = Object.values(loadRecording(id)).map(({ timesUs }) =>
        timesUs.reduce((longest, time, i) => Math.max(longest, time - (timesUs[i - 1] ?? time)), 0),
      );
      expect(Math.min(...gaps), id).toBeLessThan(5e6);
    }
  });

  it('gives every curve of the rower its forces, none in the recovery', () => {
    const { timesUs, values } = sourceSamples({ recording: 'rowing', module: 'rower' });
    expect([...(values[0] ?? [])].slice(0, 9)).toEqual([3, 3, 50, 108, 167, 249, 266, 266, 266]);
    expect(timesUs).toHaveLength(22_109);
    expect(Math.max(...(values[0] ?? []))).toBe(343);
  });
});

describe('the endless replay', () => {
  it.each(all)('of $id $module goes on in time and finds its samples by time', ({ source }) => {
    const count = source.timesUs.length;
    fc.assert(
      fc.property(fc.nat({ max: 5 * count }), (n) => {
        const time = sampleTimeUs(source, n);
        expect(Number.isInteger(time)).toBe(true);
        expect(sampleTimeUs(source, n + 1)).toBeGreaterThan(time);
        expect(firstSampleAtOrAfter(source, time)).toBe(n);
        expect(firstSampleAtOrAfter(source, time + 1)).toBe(n + 1);
        if (source.meta.timing === 'regular') {
          expect(sampleTimeUs(source, n + 1) - time).toBe(1e6 / source.meta.rateHz);
        }
      }),
    );
  });

  it('finds where a record begins, over the seam too', () => {
    const place = { recording: 'imu', module: 'imu' };
    const record = expectedSamples({ ...place, firstSampleIndex: 4700, count: 200 });
    expect(findFirstSampleIndex({ ...place, values: record.values })).toBe(4700);
    record.values[3]?.set([1234], 150);
    expect(findFirstSampleIndex({ ...place, values: record.values })).toBeUndefined();
  });
});
