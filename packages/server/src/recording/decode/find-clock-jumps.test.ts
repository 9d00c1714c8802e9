import type { KeptStep } from '@sillage/contract';
import type { ModuleMeta } from '@sillage/device-protocol';
import { isProblem } from '@sillage/formats';
import { afterAll, describe, expect, test } from 'vitest';
import type { Arrival } from '../journal/index.ts';
import { ClockWatch } from './find-clock-jumps.ts';
import {
  block,
  imu,
  meta,
  modules,
  openTestDecoding,
  type Step,
  samplesABlock,
  startUs,
} from './open-test-decoding.ts';

const { decoded, close } = await openTestDecoding();
afterAll(close);

/** The IMU as slow as makes a block of it last so many µs. */
const slow = (blockUs: number): ModuleMeta => ({ ...imu, rateHz: (samplesABlock * 1e6) / blockUs });

describe('a clock that jumps ahead', () => {
  const jump = 1_204_000; // µs
  /** 20 blocks of the module, its clock ahead from block 10 on. */
  const jumping = (name: 'imu' | 'gps', aheadUs = jump) =>
    Array.from({ length: 20 }, (_, n) => block(name, n, modules[name], { aheadUs: n < 10 ? 0 : aheadUs }));

  test('is seen where blocks follow one another but not in time, and repaired by a step', async () => {
    const { outcome } = await decoded(jumping('imu'));
    if (isProblem(outcome)) throw new Error('not decoded');
    const at = (10 * samplesABlock - 1) / imu.rateHz;
    expect(outcome.clockJumps).toEqual([{ at, seconds: expect.closeTo(1.204, 6), modules: 1 }]);
    const [seen] = outcome.clockJumps;
    const arguments_ = { jumps: [{ at: seen?.at ?? 0, seconds: seen?.seconds ?? 0 }], drift_ppm: 0 };
    const repaired = await decoded(jumping('imu'), 0, undefined, [{ kind: 'clock', arguments: arguments_ }]);
    const steady = await decoded(jumping('imu', 0));
    const [times, wanted] = [repaired.samples['imu.T'] ?? [], steady.samples['imu.T'] ?? []];
    expect(times).toHaveLength(wanted.length);
    expect(Math.max(...times.map((t, n) => Math.abs(t - (wanted[n] ?? 0))))).toBeLessThan(1e-6);
    expect(repaired.samples['imu.acc_x']).toEqual(steady.samples['imu.acc_x']);
  });

  test('is seen where it goes back, and what it measured twice over comes one behind the other', async () => {
    const backUs = -310_000;
    const both = (aheadUs: number) => {
      const names = ['imu', 'gps'] as const;
      // As they come: each block when its last sample is measured, by the true time.
      const all = names.flatMap((name) =>
        Array.from({ length: name === 'imu' ? 60 : 6 }, (_, n) => {
          const blockUs = (samplesABlock * 1e6) / modules[name].rateHz;
          const isBehind = n * blockUs >= 6e6;
          return {
            endUs: (n + 1) * blockUs,
            bytes: block(name, n, modules[name], { aheadUs: isBehind ? aheadUs : 0 }),
          };
        }),
      );
      return all.sort((a, b) => a.endUs - b.endUs).map(({ bytes }) => bytes);
    };
    const { outcome } = await decoded(both(backUs));
    if (isProblem(outcome)) throw new Error('not decoded');
    expect(outcome.clockJumps).toEqual([{ at: 5.99, seconds: expect.closeTo(-0.31, 6), modules: 1 }]);
    const jumps = outcome.clockJumps.map(({ at, seconds }) => ({ at, seconds }));
    const repaired = await decoded(both(backUs), 0, undefined, [{ kind: 'clock', arguments: { jumps, drift_ppm: 0 } }]);
    const steady = await decoded(both(0));
    for (const name of ['imu', 'gps']) {
      const [times, wanted] = [repaired.samples[`${name}.T`] ?? [], steady.samples[`${name}.T`] ?? []];
      expect(times).toHaveLength(wanted.length);
      expect(Math.max(...times.map((t, n) => Math.abs(t - (wanted[n] ?? 0))))).toBeLessThan(2e-6);
    }
    expect(isProblem(repaired.outcome) || repaired.outcome.originalSeconds).toBeCloseTo(outcome.durationSeconds, 6);
    // A crop of seconds of the original is the same with and without.
    const crop: KeptStep = { kind: 'crop', arguments: { start: 3, end: 8 } };
    const cropped = await decoded(both(backUs), 0, undefined, [
      { kind: 'clock', arguments: { jumps, drift_ppm: 0 } },
      crop,
    ]);
    expect(cropped.samples['imu.T']?.[0]).toBeCloseTo(0, 6);
    expect(cropped.samples['imu.T']?.at(-1)).toBeCloseTo(5.31, 2);
  });

  test('is no jump where a few samples strayed ahead and came back, which are put among their neighbours', async () => {
    const strayed = Array.from({ length: 20 }, (_, n) => block('imu', n, imu, { aheadUs: n === 10 ? jump : 0 }));
    const { outcome, samples } = await decoded(strayed);
    expect(isProblem(outcome) || outcome.clockJumps).toEqual([]);
    const steady = await decoded(Array.from({ length: 20 }, (_, n) => block('imu', n)));
    expect(samples['imu.T']).toEqual(steady.samples['imu.T']);
  });

  test('and one that runs fast is told from when its blocks were there, by its jumps too', async () => {
    const ppm = 42;
    const arrivals = Array.from({ length: 400 }, (_, n): Arrival => {
      const trueUs = n * 2e6;
      const deviceUs = startUs + Math.round(trueUs * (1 + ppm / 1e6)) + (n < 200 ? 0 : jump);
      return { run: 1, deviceUs, serverUs: startUs + trueUs + 10_000 + (n % 7) * 500 };
    });
    const period = 4e6;
    const blocks = Array.from({ length: 200 }, (_, n) =>
      block('imu', n, slow(period), { aheadUs: n < 100 ? 0 : jump }),
    );
    const steps = blocks.flatMap((bytes, n): Step[] => [bytes, ...arrivals.slice(2 * n, 2 * n + 2)]);
    const { outcome } = await decoded([{ ...meta, modules: { imu: slow(period) } }, ...steps]);
    if (isProblem(outcome)) throw new Error('not decoded');
    expect(outcome.clockJumps).toHaveLength(1);
    const { clockDrift: drift } = outcome;
    expect(drift).toMatchObject({ arrivals: 400 });
    expect(Math.abs((drift?.ppm ?? 0) - ppm)).toBeLessThan(drift?.uncertainty_ppm ?? 0);
    expect(drift?.uncertainty_ppm).toBeLessThan(5);
    const { outcome: untold } = await decoded(blocks);
    expect(isProblem(untold) || untold.clockDrift).toBeNull();
  });

  test('is no jump where a block is missing, nor where one module alone leaps', async () => {
    const watch = new ClockWatch();
    const slow = { ...imu, id: 3, rateHz: imu.rateHz / 2 };
    const take = (name: string, meta: ModuleMeta, sequence: number, aheadUs: number) => {
      const firstSampleUs = startUs + (sequence * samplesABlock * 1e6) / meta.rateHz + aheadUs;
      const about = { moduleId: meta.id, sampleCount: samplesABlock, recordId: 7, sequence, firstSampleUs };
      watch.take(name, meta, about, startUs);
    };
    for (let n = 0; n < 20; n++) take('imu', imu, n, n < 10 ? 0 : jump);
    for (let n = 0; n < 20; n++) take('slow', slow, n, 0);
    expect(watch.jumps()).toEqual([]);
    const { outcome } = await decoded(jumping('imu').filter((_, n) => n !== 10));
    expect(isProblem(outcome) || outcome.clockJumps).toEqual([]);
  });
});
