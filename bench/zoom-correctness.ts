import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSignalStore, createSignalWriter, type SampleChunk } from '@sillage/server/recording/store';
import { seededRandom } from './zoom-data.ts';

const samples = 2_000_000;
const rateHz = 1000;
const columns = [
  { name: 'a', type: 'f32' },
  { name: 'b', type: 'f64' },
] as const;

/** A noisy walk with rare peaks, gaps from one sample to minutes, and a clock that jitters, stops and goes on. */
function makeSignal(random: () => number): SampleChunk {
  let t = 0;
  const timesSeconds = Float64Array.from({ length: samples }, () => {
    t += random() < 1e-5 ? random() * 30 : (0.8 + 0.4 * random()) / rateHz;
    return t;
  });
  const values = columns.map(({ type }) => {
    let level = 0;
    let missing = 0;
    const column = type === 'f64' ? new Float64Array(samples) : new Float32Array(samples);
    for (let i = 0; i < samples; i++) {
      level += random() - 0.5;
      if (missing === 0 && random() < 2e-4) missing = Math.floor(10 ** (random() * 4.5));
      if (missing > 0) missing--;
      column[i] = missing > 0 ? Number.NaN : level + (random() < 1e-4 ? 1000 * (random() - 0.5) : 0);
    }
    return column;
  });
  return { timesSeconds, columns: values };
}

/** What a pixel column shows: its extremes, where the line enters and leaves, and whether it is cut off on its left. */
interface Raster {
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly broken: Uint8Array;
}

function rasterize(times: Float64Array, values: ArrayLike<number>, from: number, to: number, count: number): Raster {
  const empty = () => new Float64Array(count).fill(Number.NaN);
  const raster = { min: empty(), max: empty(), first: empty(), last: empty(), broken: new Uint8Array(count) };
  let column = 0;
  let gap = 0;
  let next = from + (to - from) / count;
  for (let i = firstFrom(times, from); i < times.length && times[i]! <= to; i++) {
    const value = values[i]!;
    while (column + 1 < count && times[i]! >= next) next = from + ((to - from) * (++column + 1)) / count;
    if (Number.isNaN(value)) {
      gap = 1;
      continue;
    }
    if (Number.isNaN(raster.min[column]!)) {
      raster.min[column] = raster.max[column] = raster.first[column] = value;
      raster.broken[column] = gap;
    }
    if (value < raster.min[column]!) raster.min[column] = value;
    if (value > raster.max[column]!) raster.max[column] = value;
    raster.last[column] = value;
    gap = 0;
  }
  return raster;
}

function firstFrom(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pixel columns with samples, and those drawn otherwise than every sample of the window would draw them. */
function compare(truth: Raster, drawn: Raster): { shown: number; wrong: number } {
  let shown = 0;
  let wrong = 0;
  let started = false;
  for (let column = 0; column < truth.min.length; column++) {
    const same =
      Object.is(truth.min[column], drawn.min[column]) &&
      Object.is(truth.max[column], drawn.max[column]) &&
      Object.is(truth.first[column], drawn.first[column]) &&
      Object.is(truth.last[column], drawn.last[column]) &&
      // before the first value there is no line to break
      (!started || truth.broken[column] === drawn.broken[column]);
    const hasValue = !Number.isNaN(truth.min[column]!);
    if (hasValue) shown++;
    if (!same) wrong++;
    started ||= hasValue;
  }
  return { shown, wrong };
}

/** Draws random windows until `wanted` pixel columns were compared with brute force. */
export async function countWrongPixelColumns(wanted: number): Promise<{ pixelColumns: number; wrong: number }> {
  const random = seededRandom(7);
  const root = await mkdtemp(join(tmpdir(), 'sillage-zoom-'));
  const folder = join(root, 'signals');
  const store = createSignalStore({ cacheBytes: 64 << 20 });
  try {
    const signal = makeSignal(random);
    const writer = createSignalWriter(folder, join(root, 'temporary'));
    const description = { en: '', fr: '' };
    const module = writer.module({
      name: 'm',
      type: 'm',
      rateHz,
      columns: columns.map((column) => ({ ...column, unit: '', description })),
    });
    await module.append(signal);
    const { durationSeconds } = await writer.finish();
    const total = { pixelColumns: 0, wrong: 0 };
    while (total.pixelColumns < wanted) {
      const width = durationSeconds * 10 ** (-3 * random());
      const from = random() * (durationSeconds - width);
      const count = 200 + Math.floor(random() * 4000);
      const curves = await store.curves(folder, ['m.a', 'm.b'], from, from + width, count);
      for (const [i, { timesSeconds, values }] of curves.entries()) {
        const truth = rasterize(signal.timesSeconds, signal.columns[i] ?? [], from, from + width, count);
        const { shown, wrong } = compare(truth, rasterize(timesSeconds, values, from, from + width, count));
        total.pixelColumns += shown;
        total.wrong += wrong;
      }
    }
    return total;
  } finally {
    await store.close();
    await rm(root, { recursive: true });
  }
}
