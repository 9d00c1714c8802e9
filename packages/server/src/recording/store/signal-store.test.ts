import { cp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, expect, test } from 'vitest';
import { createSignalWriter, type SampleChunk } from './index.ts';
import { openTestStore, pixelColumns, signal } from './open-test-store.ts';

const { root, store, write, close } = await openTestStore();
afterAll(close);

async function expectExactCurves(
  folder: string,
  chunk: SampleChunk,
  from: number,
  to: number,
  count: number,
  orAbsent = false,
) {
  const curves = await store.curves(folder, ['imu.1/a.x', 'imu.1/a.y.z', 'imu.1/a.none'], from, to, count);
  if (orAbsent && curves.length === 0) return;
  expect(curves.map((curve) => curve.variable)).toEqual(['imu.1/a.x', 'imu.1/a.y.z']);
  for (const [place, curve] of curves.entries()) {
    const { timesSeconds, columns } = chunk;
    const expected = pixelColumns(timesSeconds, columns[place]!, from, to, count);
    expect(pixelColumns(curve.timesSeconds, curve.values, from, to, count)).toEqual(expected);
    expect(curve.values.filter((value) => !Number.isNaN(value)).length).toBeLessThanOrEqual(4 * count);
    for (let i = 1; i < curve.timesSeconds.length; i++)
      expect(curve.timesSeconds[i]).toBeGreaterThanOrEqual(curve.timesSeconds[i - 1]!);
  }
}

const jitter = (i: number) => 0.5 + i / 1000 + ((i * 31) % 7) * 1e-5 + (i > 90_000 ? 12 : 0);
const gaps = (i: number) => (i > 5_000 && i < 9_000) || i % 1777 === 0 || (i > 100_000 && i < 240_000);

test.each([
  ['a steady clock', (i: number) => i / 1000, () => false],
  ['a steady clock that starts late, with gaps', (i: number) => (250 + i) / 1000, gaps],
  ['a steady clock in microseconds', (i: number) => (123 + i * 1000) / 1e6, gaps],
  ['a jittered clock with gaps', jitter, gaps],
] as const)('curves of %s keep first, last and extremes of every pixel column', async (name, time, missing) => {
  const samples = 600_000;
  const chunk = signal(samples, time, missing);
  const folder = join(root, name);
  await write(folder, [chunk]);
  const end = time(samples - 1);
  for (const [from, to, count] of [
    [0, end, 300],
    [time(0), end, 1],
    [1, 77.7, 1900],
    [4.9, 9.3, 40],
    [end - 0.05, end + 10, 300],
    [100.0004, 100.0006, 10],
    [-20, -10, 100],
  ] as const) {
    await expectExactCurves(folder, chunk, from, to, count);
  }
});

test('curves of any window of any signal', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(0, 0.001, 0.01, 3), fc.constantFrom(0, 1, -1, 1e30, Number.NaN, 0.1)), {
        maxLength: 400,
      }),
      fc.tuple(fc.double({ min: -1, max: 30, noNaN: true }), fc.double({ min: 0, max: 30, noNaN: true })),
      fc.integer({ min: 1, max: 50 }),
      async (samples, [from, length], count) => {
        let t = 0;
        const timesSeconds = Float64Array.from(samples, ([step]) => {
          t += step;
          return t;
        });
        const values = samples.map(([, value]) => value);
        const chunk = { timesSeconds, columns: [Float32Array.from(values), Float64Array.from(values)] };
        const folder = join(root, 'any');
        await write(folder, [chunk]);
        await expectExactCurves(folder, chunk, from, from + length, count);
      },
    ),
    { numRuns: 60 },
  );
});

test('a line breaks where samples have no value, and nowhere else', async () => {
  const timesSeconds = Float64Array.from({ length: 10_000 }, (_, i) => i / 1000);
  const x = Float32Array.from({ length: 10_000 }, (_, i) => (i >= 2_000 && i < 5_000 ? Number.NaN : i));
  const folder = join(root, 'breaks');
  await write(folder, [{ timesSeconds, columns: [x, Float64Array.from(x)] }]);
  for (const count of [1, 7, 100, 5000]) {
    const [curve] = await store.curves(folder, ['imu.1/a.x'], 0, 10, count);
    const breaks = [...curve!.values.keys()].filter((i) => Number.isNaN(curve!.values[i]));
    // within one pixel column a gap is not drawn
    expect(breaks.length).toBe(count === 1 ? 0 : 1);
    for (const i of breaks) {
      expect(curve!.values[i - 1]).toBe(1999);
      expect(curve!.values[i + 1]).toBe(5000);
    }
  }
});

test('statistics are those of the samples', async () => {
  const chunk = signal(300_000, jitter, gaps);
  const folder = join(root, 'statistics');
  await write(folder, [chunk]);
  for (const [from, to] of [
    [0, 1e9],
    [3.3, 99.9],
    [6, 8],
    [5.001, 6.2],
    [-2, -1],
  ] as const) {
    const found = await store.statistics(folder, ['imu.1/a.y.z', 'imu.1/a.x', 'imu.1/b.x'], from, to);
    expect(found.map(({ variable }) => variable)).toEqual(['imu.1/a.y.z', 'imu.1/a.x']);
    for (const [i, place] of [1, 0].entries()) {
      const values = [...chunk.columns[place]!].filter((value, k) => {
        const t = chunk.timesSeconds[k]!;
        return t >= from && t <= to && !Number.isNaN(value);
      });
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const std = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
      const { num, ...rest } = found[i]!;
      expect(num).toBe(values.length);
      if (num === 0) expect(rest).toMatchObject({ mean: null, std: null, min: null, max: null });
      else {
        expect(Math.abs(rest.mean! - mean)).toBeLessThan(1e-9);
        expect(Math.abs(rest.std! - std)).toBeLessThan(1e-9);
        expect(rest.min).toBe(values.reduce((a, b) => Math.min(a, b)));
        expect(rest.max).toBe(values.reduce((a, b) => Math.max(a, b)));
      }
    }
  }
});

test('the file is a standard one, and the samples come back bit for bit from chunks of any size', async () => {
  const chunk = signal(270_000, jitter, gaps);
  const folder = join(root, 'standard');
  const chunks = [0, 1, 1, 4_099, 70_000, 262_144, 265_000].map((start, i, starts) => {
    const end = starts[i + 1] ?? 270_000;
    return {
      timesSeconds: chunk.timesSeconds.subarray(start, end),
      columns: chunk.columns.map((column) => column.subarray(start, end)),
    };
  });
  const { sizeBytes, durationSeconds } = await write(folder, chunks);
  expect(durationSeconds).toBe(jitter(269_999));
  expect(await readdir(join(root, 'temporary'))).toEqual([]);
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.parquet'));
  const bytes = await readFile(join(folder, file!));
  expect(sizeBytes).toBeGreaterThan(bytes.length);
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer, rowStart: 262_140, rowEnd: 262_150 });
  for (const [i, row] of rows.entries()) {
    expect(row.T).toBe(chunk.timesSeconds[262_140 + i]);
    expect(row.x).toBe(chunk.columns[0]![262_140 + i]);
    expect(row['y.z']).toBe(chunk.columns[1]![262_140 + i]);
  }

  const read: number[][] = [[], [], []];
  for await (const part of store.samples(folder, 'imu.1/a', ['y.z', 'x'], 0, 1e9)) {
    expect(part.timesSeconds.length).toBeLessThanOrEqual(65_536);
    for (const [i, values] of [part.timesSeconds, ...part.columns].entries()) for (const v of values) read[i]!.push(v);
  }
  expect(read[0]).toEqual([...chunk.timesSeconds]);
  expect(read[1]).toEqual([...chunk.columns[1]!]);
  expect(read[2]).toEqual([...chunk.columns[0]!]);
  let inside = 0;
  for await (const part of store.samples(folder, 'imu.1/a', ['x'], 10, 20)) inside += part.timesSeconds.length;
  expect(inside).toBe(chunk.timesSeconds.filter((t) => t >= 10 && t <= 20).length);

  expect(await store.describe(folder)).toMatchObject({
    durationSeconds,
    modules: [{ name: 'imu.1/a', type: 'imu', rateHz: 1000, samples: 270_000, columns: [{ unit: 'm/s²' }, {}] }],
  });
});

test('a module among many is written in many parts, and comes back as it was', async () => {
  const samples = 270_000;
  const chunk = signal(samples, jitter, gaps);
  const folder = join(root, 'among many');
  const writer = createSignalWriter(folder, join(root, 'temporary'));
  const column = { unit: '', description: { en: '', fr: '' } };
  const columns = [
    { ...column, name: 'x', type: 'f32' as const },
    { ...column, name: 'y.z', type: 'f64' as const },
  ];
  // They share the room for rows: each has that of some thousands.
  const modules = Array.from({ length: 255 }, (_, i) =>
    writer.module({ name: i === 0 ? 'imu.1/a' : `m${i}`, type: 'imu', rateHz: 1000, columns }),
  );
  for (const module of modules.slice(1)) await module.append(signal(1, jitter, gaps));
  await modules[0]?.append(chunk);
  await writer.finish();
  const end = jitter(samples - 1);
  await expectExactCurves(folder, chunk, 0, end, 300);
  await expectExactCurves(folder, chunk, 261, 263.5, 900);
  const read: number[] = [];
  // Read with all others at the same time, it has its part of the memory for chunks, 8 MB.
  for await (const part of store.samples(folder, 'imu.1/a', ['y.z'], 0, 1e9, 255)) {
    expect(part.timesSeconds.length * 2 * 8 * 255).toBeLessThanOrEqual(8 << 20);
    for (const value of part.columns[0] ?? []) read.push(value);
  }
  expect(read).toEqual([...chunk.columns[1]!]);
  const [statistics] = await store.statistics(folder, ['imu.1/a.y.z'], 0, 1e9);
  expect(statistics?.num).toBe(read.filter((value) => !Number.isNaN(value)).length);
});

test('nothing is visible before it is finished; an abandoned one leaves nothing', async () => {
  const folder = join(root, 'abandoned');
  const writer = createSignalWriter(folder, join(root, 'temporary'));
  const module = writer.module({ name: 'm', type: 'm', rateHz: 1, columns: [] });
  await module.append({ timesSeconds: Float64Array.of(0, 1), columns: [] });
  expect(await store.describe(folder)).toBeUndefined();
  await writer.abandon();
  expect(await store.describe(folder)).toBeUndefined();
  expect(await readdir(join(root, 'temporary'))).toEqual([]);
  await expect(module.append({ timesSeconds: Float64Array.of(1, 0.5), columns: [] })).rejects.toThrow(RangeError);
});

test('a cut, foreign or bit-flipped file is no record, or is read without harm', async () => {
  const chunk = signal(3_000, jitter, gaps);
  const whole = join(root, 'whole');
  await write(whole, [chunk]);
  const names = (await readdir(whole, { recursive: true })).filter((name) => name.endsWith('.parquet'));
  expect(names).toHaveLength(3);
  const bytes = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(whole, name))] as const)),
  );
  const folder = join(root, 'damaged');
  await cp(whole, folder, { recursive: true });
  for (const name of names) {
    const path = join(folder, name);
    const size = bytes.get(name)!.length;
    for (const length of [0, 3, 11, 100, size >> 1, size - 1]) {
      await truncate(path, length);
      expect(await store.describe(folder)).toBeUndefined();
      expect(await store.curves(folder, ['imu.1/a.x'], 0, 10, 10)).toEqual([]);
      await writeFile(path, bytes.get(name)!);
    }
    await writeFile(path, 'PAR1 nothing of ours PAR1');
    expect(await store.describe(folder)).toBeUndefined();
    await rm(path);
    expect(await store.describe(folder)).toBeUndefined();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: size - 1 }), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const flipped = Uint8Array.from(bytes.get(name)!);
        flipped[at]! ^= flip;
        await store.forget(folder);
        await writeFile(path, flipped);
        await store.describe(folder);
        await store.curves(folder, ['imu.1/a.x'], 0, 10, 10);
      }),
      { numRuns: 100 },
    );
    await store.forget(folder);
    await writeFile(path, bytes.get(name)!);
  }
  expect(await store.describe(folder)).toBeDefined();
});

test('readers go on while a record is forgotten and replaced', async () => {
  const folder = join(root, 'replaced');
  const chunk = signal(100_000, jitter, gaps);
  await write(folder, [chunk]);
  const readers = Array.from({ length: 8 }, async (_, reader) => {
    for (let round = 0; round < 12; round++) {
      // absent for a moment between the two renames of a replacement
      if (await store.describe(folder)) await expectExactCurves(folder, chunk, reader, 90 - round, 60 + reader, true);
    }
  });
  for (let round = 0; round < 6; round++) {
    await store.forget(folder);
    await write(folder, [chunk]);
  }
  await Promise.all(readers);
  const other = signal(
    50_000,
    (i) => i / 500,
    () => false,
  );
  await write(folder, [other], 500);
  await expectExactCurves(folder, other, 0, 100, 500);
  await rename(folder, `${folder}-away`);
  expect(await store.curves(folder, ['imu.1/a.x'], 0, 10, 10)).toEqual([]);
});
