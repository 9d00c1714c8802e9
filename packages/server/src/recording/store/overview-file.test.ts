import { cp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { boundModuleBytes, boundSampleBytes, type SampleChunk } from './index.ts';
import { openTestStore, signal } from './open-test-store.ts';

const { root, store, write, close } = await openTestStore();
afterAll(close);

/** Long enough to lie drawn at 500 and at 1000 columns. */
const samples = 600_000;
const gaps = (i: number) => (i > 5_000 && i < 9_000) || i % 1777 === 0 || (i > 100_000 && i < 240_000);
const steady = signal(samples, (i) => (250 + i) / 1000, gaps);
const stamped = signal(samples, (i) => 0.5 + i / 1000 + ((i * 31) % 7) * 1e-5 + (i > 90_000 ? 12 : 0), gaps);
const [x, y] = ['imu.1/a.x', 'imu.1/a.y.z'] as const;

const drawnFiles = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('overview-'));

/** As it was before records were drawn once for all. */
async function withoutOverviews(folder: string): Promise<string> {
  const plain = `${folder} plain`;
  await cp(folder, plain, { recursive: true });
  for (const name of await drawnFiles(plain)) await rm(join(plain, name));
  return plain;
}

async function writeBoth(name: string, chunk: SampleChunk) {
  const folder = join(root, name);
  const { durationSeconds, sizeBytes } = await write(folder, [chunk]);
  return { folder, plain: await withoutOverviews(folder), durationSeconds, sizeBytes };
}

test.each([
  ['steady', steady],
  ['stamped', stamped],
] as const)('a whole record of a %s clock lies drawn as it would be drawn', async (name, chunk) => {
  const { folder, plain, durationSeconds, sizeBytes } = await writeBoth(name, chunk);
  expect((await drawnFiles(folder)).sort()).toEqual(['overview-1000.bin', 'overview-500.bin']);
  const types = ['f32', 'f64'] as const;
  expect(sizeBytes).toBeLessThan(boundSampleBytes(types) * samples + boundModuleBytes(types, samples, samples));
  for (const width of [500, 1000]) {
    for (const variables of [[y, x], [x, 'imu.1/a.none'], [y], [x, x], []]) {
      const kept = await store.curves(folder, variables, 0, durationSeconds, width);
      expect(kept).toEqual(await store.curves(plain, variables, 0, durationSeconds, width));
      expect(kept.every(({ values }) => values.length > width)).toBe(true);
    }
  }
  // Other windows and widths are drawn.
  for (const [from, to, width] of [
    [0, durationSeconds, 400],
    [0, durationSeconds - 1, 500],
    [1, durationSeconds, 500],
  ] as const) {
    expect(await store.curves(folder, [x], from, to, width)).toEqual(await store.curves(plain, [x], from, to, width));
  }
});

test('the first picture opens one file', async () => {
  const { folder, plain, durationSeconds } = await writeBoth('one file', steady);
  for (const name of await readdir(folder)) {
    if (!name.startsWith('overview-')) await rm(join(folder, name), { recursive: true });
  }
  const drawn = await store.curves(plain, [x, y], 0, durationSeconds, 500);
  expect(await store.curves(folder, [x, y], 0, durationSeconds, 500)).toEqual(drawn);
  expect(await store.curves(folder, [x, y], 0, durationSeconds, 400)).toEqual([]);
});

test('a short record does not lie drawn', async () => {
  const folder = join(root, 'short');
  await write(folder, [
    signal(
      256_000,
      (i) => i / 1000,
      () => false,
    ),
  ]);
  expect(await drawnFiles(folder)).toEqual([]);
});

test('a record that is decoded again shows its new samples', async () => {
  const { folder, durationSeconds } = await writeBoth('again', steady);
  await store.curves(folder, [x], 0, durationSeconds, 500);
  await store.statistics(folder, [x], 0, durationSeconds);
  const doubled = { ...steady, columns: steady.columns.map((column) => column.map((value) => value * 2)) };
  const other = await writeBoth('again, new', doubled);
  await rm(folder, { recursive: true });
  await rename(other.folder, folder);
  const shown = await store.curves(folder, [x, y], 0, durationSeconds, 500);
  expect(shown).toEqual(await store.curves(other.plain, [x, y], 0, durationSeconds, 500));
});

test('where the drawn file is cut, foreign or of another duration the record is drawn; a flipped bit does no harm', async () => {
  const { folder, plain, durationSeconds } = await writeBoth('damaged', stamped);
  const path = join(folder, 'overview-500.bin');
  const whole = await readFile(path);
  const ask = () => store.curves(folder, [x, y], 0, durationSeconds, 500);
  const drawn = await store.curves(plain, [x, y], 0, durationSeconds, 500);
  for (const length of [0, 3, 12, 100, whole.length >> 1, whole.length - 1]) {
    await truncate(path, length);
    expect(await ask()).toEqual(drawn);
    await writeFile(path, whole);
  }
  await writeFile(path, whole.subarray(8));
  expect(await ask()).toEqual(drawn);
  await writeFile(path, 'nothing of ours SILOVW01');
  expect(await ask()).toEqual(drawn);
  const text = whole
    .toString('latin1')
    .replace(`"durationSeconds":${durationSeconds}`, (found) =>
      found.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
    );
  await writeFile(path, Buffer.from(text, 'latin1'));
  expect(await ask()).toEqual(drawn);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 255 }), async (fromEnd, flip) => {
      const flipped = Uint8Array.from(whole);
      flipped[whole.length - fromEnd]! ^= flip;
      await writeFile(path, flipped);
      await ask();
    }),
    { numRuns: 40 },
  );
});
