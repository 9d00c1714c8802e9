import { readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { createSignalStore } from './index.ts';
import { openTestStore, signal } from './open-test-store.ts';

const { root, write, close } = await openTestStore();
const here = createSignalStore({ cacheBytes: 64 << 20 });
const inThreads = createSignalStore({ cacheBytes: 64 << 20, inThreads: true });
afterAll(async () => {
  await here.close();
  await inThreads.close();
  await close();
});

/** From so many on a record is long. */
const samples = 1 << 20;
const folder = join(root, 'long');
await write(folder, [
  signal(
    samples,
    (i) => (i + ((i * 31) % 7) / 10) / 1000,
    (i) => i % 5000 < 40,
  ),
]);
const [x, y] = ['imu.1/a.x', 'imu.1/a.y.z'];

/** Files of the record that this process holds open, all its threads. */
async function openFiles(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd');
  const files = await Promise.all(descriptors.map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => '')));
  return files.filter((file) => file.startsWith(folder));
}

it('threads add up a long record as the program itself does, in the order asked for', async () => {
  const asked = [y, 'imu.1/a.unknown', x, y];
  for (const [from, to] of [
    [0, 2000],
    [100, 900.5],
    [333.3, 333.4],
  ] as const) {
    const statistics = await inThreads.statistics(folder, asked, from, to);
    expect(statistics.map(({ variable }) => variable)).toEqual([y, x, y]);
    expect(statistics).toEqual(await here.statistics(folder, asked, from, to));
  }
});

it('many questions at once are all answered', async () => {
  const ask = (store: typeof here, from: number) => store.statistics(folder, [x, y], from, from + 50);
  const starts = Array.from({ length: 200 }, (_, i) => i * 5);
  const answers = await Promise.all(starts.map((from) => ask(inThreads, from)));
  expect(answers.at(-1)).toEqual(await ask(here, 995));
  expect(answers.every(([first]) => (first?.num ?? 0) > 40_000)).toBe(true);
});

it.runIf(process.platform === 'linux')('a record that is forgotten is closed in every thread', async () => {
  await inThreads.statistics(folder, [x, y], 0, 10);
  await here.forget(folder);
  expect((await openFiles()).length).toBeGreaterThan(0);
  await inThreads.forget(folder);
  await vi.waitFor(async () => expect(await openFiles()).toEqual([]));
});

it('a record that is gone has no curves', async () => {
  await inThreads.forget(folder);
  await rm(folder, { recursive: true });
  expect(await inThreads.curves(folder, [x], 0, 10, 100)).toEqual([]);
  expect(await inThreads.statistics(folder, [x], 0, 10)).toEqual([]);
});
