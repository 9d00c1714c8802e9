import { join } from 'node:path';
import { encodeBlock } from '@sillage/device-protocol';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { decodeSource } from './decode-source.ts';
import {
  block,
  expected,
  gps,
  imu,
  meta,
  modules,
  openTestDecoding,
  samplesABlock,
  startUs,
  upTo,
} from './open-test-decoding.ts';

const { root, decoded, close } = await openTestDecoding();
afterAll(close);

describe('decoding a journal', () => {
  test('keeps every sample bit-exact after scaling, of each module', async () => {
    const steps = upTo(50).flatMap((i) => (i % 10 === 0 ? [block('gps', i / 10), block('imu', i)] : [block('imu', i)]));
    const { outcome, samples } = await decoded(steps);
    expect(samples).toEqual({ ...expected('imu', upTo(50)), ...expected('gps', upTo(5)) });
    expect(outcome).toMatchObject({ findings: [], durationSeconds: 9.99 });
  });

  test('puts late blocks in order and takes doubled ones once, whatever the order of arrival', async () => {
    const order = fc.shuffledSubarray(upTo(12), { minLength: 12 });
    const doubled = fc.array(fc.nat(11), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(order, doubled, async (arrival, again) => {
        const { outcome, samples } = await decoded([...arrival, ...again].map((i) => block('imu', i)));
        expect(samples).toEqual(expected('imu', upTo(12)));
        expect(outcome).toMatchObject({ findings: [] });
      }),
      { numRuns: 25 },
    );
  });

  test('says how many blocks are missing', async () => {
    const kept = [0, 1, 4, 6];
    const { outcome, samples } = await decoded(kept.map((i) => block('imu', i)));
    expect(samples).toEqual(expected('imu', kept));
    expect(outcome).toMatchObject({ findings: [{ type: 'WARN', msg: { en: expect.stringMatching(/^3 blocks/) } }] });
    const declared = await decoded([block('imu', 0)], 5);
    expect(declared.outcome).toMatchObject({ findings: [{ msg: { en: expect.stringMatching(/^5 blocks/) } }] });
  });

  test('leaves out blocks that cannot be true, and keeps time from running backwards', async () => {
    const broken = block('imu', 1).slice();
    broken[40] = 255 - (broken[40] ?? 0);
    const tenDaysLate = encodeBlock(
      { moduleId: 2, sampleCount: 1, recordId: 7, sequence: 0, firstSampleUs: startUs + 11 * 86_400e6 },
      gps,
      { stampsUs: [0], columns: [[1]] },
    );
    const earlier = encodeBlock(
      { moduleId: 1, sampleCount: 1, recordId: 7, sequence: 1, firstSampleUs: startUs + 50_000 },
      imu,
      { columns: [[1], [2]] },
    );
    const { outcome, samples } = await decoded([block('imu', 0), broken, tenDaysLate, earlier]);
    expect(samples['imu.T']).toEqual([...upTo(20).map((i) => i / 100), 0.19]);
    expect(outcome).toMatchObject({ findings: [{ type: 'WARN' }, { type: 'WARN' }] });
  });

  test.each([
    ['a block in the middle', 'imu', [30], 3600e6],
    ['the first block', 'imu', [0], 3600e6],
    ['several blocks, some days ahead', 'imu', [20, 21, 22], 5 * 86_400e6],
    ['each last block of what is written at once', 'imu', [818, 819, 820, 1637, 1638], 60e6],
    ['a block of stamped samples', 'gps', [3], 3600e6],
  ] as const)(
    'with time stamps from the future, puts them among their neighbours and leaves those as they are: %s',
    async (_what, name, wrong, aheadUs) => {
      const count = name === 'gps' ? 10 : 2000;
      const ahead = new Set<number>(wrong);
      const steps = upTo(count).map((i) => block(name, i, modules[name], { aheadUs: ahead.has(i) ? aheadUs : 0 }));
      const { outcome, samples } = await decoded(steps);
      expect(samples).toEqual(expected(name, upTo(count)));
      const msg = { en: expect.stringMatching(`^${wrong.length * samplesABlock} samples were dated in the future`) };
      expect(outcome).toMatchObject({ findings: [{ type: 'WARN', msg }] });
    },
  );

  test('puts one sample with a stamp from the future among its neighbours, beside blocks that are missing', async () => {
    const wrong = (sequence: number, aheadStamp: number) =>
      block('gps', sequence, gps, { aheadUs: 3000e6, aheadStamp });
    const { outcome, samples } = await decoded([block('gps', 0), wrong(1, 7), wrong(4, 19), block('gps', 5)]);
    expect(samples).toEqual(expected('gps', [0, 1, 4, 5]));
    expect(outcome).toMatchObject({
      findings: [
        { msg: { en: expect.stringMatching(/^2 blocks/) } },
        { msg: { en: expect.stringMatching(/^2 samples/) } },
      ],
    });
  });

  test('believes a pause, also when the clock goes back a little after it', async () => {
    const late = (sequence: number, aheadUs: number) => block('imu', sequence, imu, { aheadUs });
    const { outcome, samples } = await decoded([block('imu', 0), late(1, 600e6), late(2, 600e6), late(3, 599.9e6)]);
    const times = samples['imu.T'] ?? [];
    expect([times[19], times[20], times[59], times[60], times[79]]).toEqual([0.19, 600.2, 600.59, 600.59, 600.69]);
    expect(outcome).toMatchObject({ findings: [{ msg: { en: expect.stringMatching(/clock went back/) } }] });
  });

  test('goes on when the meta changes: new scales in place, new columns in a module of their own', async () => {
    const [acc, count] = imu.columns;
    if (!acc || !count) throw new Error('columns');
    const rescaled = { ...imu, columns: [{ ...acc, scale: 2, offset: 0 }, count] };
    const renamed = { ...imu, columns: [{ ...acc, name: 'acc_y' }] };
    const { samples } = await decoded([
      block('imu', 0),
      { ...meta, modules: { imu: rescaled } },
      block('imu', 1, rescaled),
      { ...meta, modules: { imu: renamed } },
      block('imu', 2, renamed),
    ]);
    expect(samples['imu.acc_x']?.slice(18, 22)).toEqual([
      ...(expected('imu', [0])['imu.acc_x'] ?? []).slice(18),
      40,
      42,
    ]);
    expect([samples['imu.count']?.length, samples['imu_2.acc_y']?.length]).toEqual([40, 20]);
  });

  test('a record in which the device measured nothing is decoded, and empty', async () => {
    expect((await decoded([])).outcome).toMatchObject({
      availableData: {},
      modules: {},
      findings: [],
      durationSeconds: 0,
    });
  });

  test('a journal that lacks all of its samples, or none at all, is a problem and leaves no signals', async () => {
    expect((await decoded([], 3)).outcome).toEqual({ problem: 'noBlocks' });
    expect((await decoded([], 3, 'modules.imu.id: two modules have this id')).outcome).toEqual({
      problem: 'notDescribed',
      field: 'modules.imu.id: two modules have this id',
    });
    const [path, folder, work] = ['none', 'f', 't'].map((name) => join(root, name));
    if (!path || !folder || !work) throw new Error('paths');
    const task = {
      source: 'journal' as const,
      path,
      startUs,
      rateHz: undefined,
      timezone: 'UTC',
      steps: [],
      folder,
      work,
    };
    expect(await decodeSource(task)).toEqual({ problem: 'noSource' });
  });
});
