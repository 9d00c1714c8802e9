import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SignalMemory } from '@sillage/signal';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { PyramidCache } from './cache-pyramids.ts';
import { createSignalStore, type SampleChunk, type WindowStatistics } from './index.ts';
import { Turns } from './load-pages.ts';
import { closeModule, openModule } from './open-module.ts';
import { openTestStore, signal } from './open-test-store.ts';
import { findSampleRange, ModuleStatistics } from './read-statistics.ts';

const { root, store, write, close } = await openTestStore();
afterAll(close);

const jitter = (i: number) => 0.5 + i / 1000 + ((i * 31) % 7) * 1e-5 + (i > 90_000 ? 12 : 0);
const gaps = (i: number) => (i > 5_000 && i < 9_000) || i % 1777 === 0 || (i > 100_000 && i < 240_000);
const samples = 300_000;
const endSeconds = jitter(samples - 1);
const chunk = signal(samples, jitter, gaps);
const [x, y] = ['imu.1/a.x', 'imu.1/a.y.z'] as const;
await write(join(root, 'record'), [chunk]);

const windows = fc
  .tuple(
    fc.double({ min: -1, max: endSeconds + 1, noNaN: true }),
    fc.oneof(
      fc.double({ min: 0, max: endSeconds, noNaN: true }),
      fc.double({ min: 0, max: 6, noNaN: true }),
      fc.constant(0),
    ),
  )
  .map(([from, length]): [number, number] => [from, from + length]);

/** Every sample of the window is looked at, twice. */
function expectThoseOf(
  { timesSeconds, columns }: SampleChunk,
  place: number,
  window: [number, number],
  found: unknown,
) {
  const values: number[] = [];
  for (let i = 0; i < timesSeconds.length; i++) {
    const [t, value] = [timesSeconds[i]!, columns[place]![i]!];
    if (t >= window[0] && t <= window[1] && !Number.isNaN(value)) values.push(value);
  }
  const num = values.length;
  if (num === 0) {
    expect(found).toMatchObject({ num, mean: null, std: null, min: null, max: null });
    return;
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / num;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  expect(found).toMatchObject({
    num,
    mean: expect.closeTo(mean, 11),
    std: num === 1 ? null : expect.closeTo(Math.sqrt(squares / (num - 1)), 10),
    min: values.reduce((a, b) => Math.min(a, b)),
    max: values.reduce((a, b) => Math.max(a, b)),
  });
}

test('statistics of any window are those of its samples, whoever asks meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(windows, { minLength: 1, maxLength: 4 }), async (asked) => {
      const found = await Promise.all(
        asked.map(([from, to]) => store.statistics(join(root, 'record'), [y, x, 'imu.1/b.x'], from, to)),
      );
      for (const [i, window] of asked.entries()) {
        expect(found[i]?.map(({ variable }) => variable)).toEqual([y, x]);
        expectThoseOf(chunk, 1, window, found[i]?.[0]);
        expectThoseOf(chunk, 0, window, found[i]?.[1]);
      }
    }),
    { numRuns: 15 },
  );
});

/** The record's module with pages and pyramids of its own. */
async function openWith(capacityBytes: number) {
  const module = (await openModule(join(root, 'record'), 'imu%2e1%2Fa', new SignalMemory(1 << 20, 0).pages))!;
  const dependencies = { pyramids: new PyramidCache(new SignalMemory(0, capacityBytes).pyramids), turns: new Turns() };
  return { module, dependencies, narrow: module.columns.get('x')! };
}

test.each([8000, 40_000])(
  'where a memory of %s bytes holds coarse buckets only, finer ones are read beside them',
  async (capacityBytes) => {
    const { module, dependencies, narrow } = await openWith(capacityBytes);
    await fc.assert(
      fc.asyncProperty(windows, async (window) => {
        const range = await findSampleRange(dependencies.turns, module, ...window);
        const found = await new ModuleStatistics(dependencies, module, range).of(x, narrow);
        expectThoseOf(chunk, 0, window, found);
      }),
      { numRuns: 30 },
    );
    await closeModule(module);
  },
);

test('moments and pictures share one memory: those used longest ago make room, one being read stays', async () => {
  // 64 kB: moments of a column are 6, its extremes 11.
  const pyramids = new PyramidCache(new SignalMemory(0, 1 << 16).pyramids);
  const opened = await Promise.all(Array.from({ length: 12 }, () => openWith(0)));
  const columns = opened.map(({ module, narrow }) => ({ module, narrow }));
  const isHeld = ({ module, narrow }: (typeof columns)[number]) => {
    const found = pyramids.getMoments(module, narrow);
    void Promise.resolve(found).then(() => pyramids.doneMoments(narrow));
    return !(found instanceof Promise);
  };
  const [read, used, unused] = columns;
  await pyramids.getMoments(read!.module, read!.narrow);
  await pyramids.getMoments(used!.module, used!.narrow);
  pyramids.doneMoments(used!.narrow);
  await pyramids.getMoments(unused!.module, unused!.narrow);
  pyramids.doneMoments(unused!.narrow);
  for (const { module, narrow } of columns.slice(3)) {
    await pyramids.get(module, narrow);
    pyramids.done(narrow);
    expect(isHeld(used!)).toBe(true);
    await Promise.resolve();
  }
  expect(pyramids.get(columns[11]!.module, columns[11]!.narrow)).not.toBeInstanceOf(Promise);
  expect(isHeld(read!)).toBe(true);
  const early = pyramids.get(columns[3]!.module, columns[3]!.narrow);
  expect(early).toBeInstanceOf(Promise);
  await early;
  const gone = pyramids.getMoments(unused!.module, unused!.narrow);
  expect(gone).toBeInstanceOf(Promise);
  await gone;
  await Promise.all(opened.map(({ module }) => closeModule(module)));
});

test('a record that is decoded again answers by its new samples, also by a store that was started since', async () => {
  const folder = join(root, 'again');
  const ask = (of = store): Promise<WindowStatistics[]> => of.statistics(folder, [x, y], 10, 200);
  await write(folder, [chunk]);
  expectThoseOf(chunk, 0, [10, 200], (await ask())[0]);
  const other = signal(
    samples,
    (i) => i / 1000,
    (i) => i % 3 === 0,
  );
  const changed = { ...other, columns: other.columns.map((column) => column.map((value) => value * 3 + 1)) };
  // Another thread puts it in place: this store is not told.
  await write(join(root, 'new'), [changed]);
  await rename(folder, join(root, 'old'));
  await rename(join(root, 'new'), folder);
  expectThoseOf(changed, 0, [10, 200], (await ask())[0]);
  expectThoseOf(changed, 1, [10, 200], (await ask())[1]);
  const restarted = createSignalStore({ cacheBytes: 0 });
  expect(await ask(restarted)).toEqual(await ask());
  await restarted.close();
});
