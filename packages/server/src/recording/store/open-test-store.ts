import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSignalStore, createSignalWriter, type SampleChunk } from './index.ts';

const text = { en: 'text', fr: 'texte' };

/** A folder of records and a store that keeps as little in memory as allowed: 8 MiB of pages, so that eviction runs too. */
export async function openTestStore() {
  const root = await mkdtemp(join(tmpdir(), 'store-'));
  const store = createSignalStore({ cacheBytes: 0 });
  return {
    root,
    store,
    /** Writes a record of one module with two columns. */
    async write(folder: string, chunks: Iterable<SampleChunk>, rateHz = 1000) {
      const writer = createSignalWriter(folder, join(root, 'temporary'));
      const module = writer.module({
        name: 'imu.1/a',
        type: 'imu',
        rateHz,
        columns: [
          { name: 'x', unit: 'm/s²', description: text, type: 'f32' },
          { name: 'y.z', unit: '°', description: text, type: 'f64' },
        ],
      });
      for (const chunk of chunks) await module.append(chunk);
      return writer.finish();
    },
    async close(): Promise<void> {
      await store.close();
      await rm(root, { recursive: true });
    },
  };
}

/** A signal of `samples`: noise on a slow wave, some missing. */
export function signal(samples: number, time: (i: number) => number, missing: (i: number) => boolean): SampleChunk {
  const timesSeconds = Float64Array.from({ length: samples }, (_, i) => time(i));
  const x = Float32Array.from({ length: samples }, (_, i) =>
    missing(i) ? Number.NaN : Math.sin(i / 5000) * 10 + ((i * 7919) % 1013) / 1000,
  );
  const y = Float64Array.from({ length: samples }, (_, i) =>
    missing(i) ? Number.NaN : ((i * 104729) % 10007) / 10007,
  );
  return { timesSeconds, columns: [x, y] };
}

interface Column {
  first: number;
  last: number;
  min: number;
  max: number;
}

/** First, last, minimum and maximum of each pixel column, of what has a value. */
export function pixelColumns(times: Float64Array, values: ArrayLike<number>, from: number, to: number, count: number) {
  const columns = new Map<number, Column>();
  let column = 0;
  for (let i = 0; i < times.length; i++) {
    const t = times[i]!;
    const value = values[i]!;
    if (t < from || t > to || Number.isNaN(value)) continue;
    while (column + 1 < count && t >= from + ((to - from) * (column + 1)) / count) column++;
    const held = columns.get(column);
    if (held) {
      held.last = value;
      held.min = Math.min(held.min, value);
      held.max = Math.max(held.max, value);
    } else columns.set(column, { first: value, last: value, min: value, max: value });
  }
  return columns;
}
