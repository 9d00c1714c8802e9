import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extremesBucket } from '@sillage/signal';
import { afterAll, expect, test, vi } from 'vitest';
import { createSignalStore, createSignalWriter } from './index.ts';

/** Modules of records that were closed, in order. */
const closed: string[] = [];
vi.mock('./open-module.ts', async (original) => {
  const actual = await original<typeof import('./open-module.ts')>();
  const closeModule: typeof actual.closeModule = (module) => {
    closed.push(module.stored.name);
    return actual.closeModule(module);
  };
  return { ...actual, closeModule };
});

const root = await mkdtemp(join(tmpdir(), 'store-'));
afterAll(() => rm(root, { recursive: true }));

const samples = 40_000;
/** A quarter of them is room for what is held of the times of two records and a half: one of each bucket. */
const cacheBytes = 4 * 2.5 * 8 * Math.ceil(samples / extremesBucket);

/** A record whose one module is called as itself. */
async function write(name: string, timeOf: (i: number) => number): Promise<void> {
  const writer = createSignalWriter(join(root, name), join(root, 'temporary'));
  const column = { name: 'x', unit: '', description: { en: '', fr: '' }, type: 'f32' as const };
  const module = writer.module({ name, type: 'imu', rateHz: 1000, columns: [column] });
  const timesSeconds = Float64Array.from({ length: samples }, (_, i) => timeOf(i));
  await module.append({ timesSeconds, columns: [new Float32Array(samples)] });
  await writer.finish();
}

test('records whose samples have times of their own stay open while a quarter of the cache holds the times: the one read longest ago is closed', async () => {
  const store = createSignalStore({ cacheBytes });
  const read = (name: string) => store.curves(join(root, name), [`${name}.x`], 0, 40, 100);
  for (const name of ['a', 'b', 'c', 'd']) await write(name, (i) => (i + ((i * 31) % 7) / 100) / 1000);
  await write('steady', (i) => i / 1000);
  await read('a');
  await read('b');
  await read('steady');
  expect(closed).toEqual([]);
  await read('a');
  await read('c');
  await vi.waitFor(() => expect(closed).toEqual(['b']));
  await read('d');
  await vi.waitFor(() => expect(closed).toEqual(['b', 'steady', 'a']));
  expect(await read('a')).toHaveLength(1);
  await store.close();
});

test('records of a steady clock have no times to hold: only their number bounds them', async () => {
  closed.length = 0;
  const store = createSignalStore({ cacheBytes });
  for (const name of ['e', 'f', 'g', 'h']) {
    await write(name, (i) => i / 1000);
    await store.curves(join(root, name), [`${name}.x`], 0, 40, 100);
  }
  expect(closed).toEqual([]);
  await store.close();
  expect(closed.sort()).toEqual(['e', 'f', 'g', 'h']);
});
