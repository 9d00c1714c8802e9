import { mkdir, rename, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DuckDBConnection } from '@duckdb/node-api';
import { createSignalWriter, type SampleChunk } from '@sillage/server/recording/store';

/** Git-ignored; made once, used by later runs. */
const dataFolder = fileURLToPath(new URL('.data/', import.meta.url));
/** Of the folders: another number when the store writes something else. */
const layout = 2;
const chunkSamples = 1 << 18;

/** Of a picture as wide as a large screen. */
export const pixelColumns = 2000;
export const hour = { seconds: 3600, rateHz: 1000, variables: 32 } as const;

/** A recording of one IMU-like module: 16-bit sensor values, as devices send them. */
export interface Recording {
  readonly name: string;
  readonly seconds: number;
  readonly rateHz: number;
  readonly variables: number;
  /** `stamped`: every sample carries its own time, some µs off the grid, as from a drifting device. */
  readonly clock: 'steady' | 'stamped';
}

export interface MadeRecording extends Recording {
  /** Of the signal store. */
  readonly folder: string;
  /** These samples in zstd Parquet, as DuckDB writes it. */
  readonly archive: string;
  readonly columns: readonly string[];
}

/** Pseudo-random numbers in [0, 1), the same in every run (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function* samplesOf(recording: Recording): Generator<SampleChunk> {
  const random = seededRandom(recording.variables);
  const total = recording.seconds * recording.rateHz;
  for (let start = 0; start < total; start += chunkSamples) {
    const count = Math.min(chunkSamples, total - start);
    const timesSeconds = Float64Array.from({ length: count }, (_, i) => {
      const us = ((start + i) * 1e6) / recording.rateHz;
      return (recording.clock === 'steady' ? us : us * 1.00002 + Math.floor(random() * 20)) / 1e6;
    });
    const columns = Array.from({ length: recording.variables }, (_, variable) => {
      const strokes = (2 * Math.PI * (0.4 + 0.05 * variable)) / recording.rateHz;
      return Float32Array.from({ length: count }, (_, i) => {
        const wave = Math.sin((start + i) * strokes) * (4 + Math.sin((start + i) * strokes * 0.003));
        return Math.round((wave + random() * 0.5) * 2048) / 2048;
      });
    });
    yield { timesSeconds, columns };
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Makes a recording in the signal store and as a zstd Parquet, unless they are there. */
export async function makeRecording(recording: Recording, duckdb: DuckDBConnection): Promise<MadeRecording> {
  await mkdir(dataFolder, { recursive: true });
  const folder = `${dataFolder}${recording.name}-${layout}`;
  const archive = `${dataFolder}${recording.name}.zstd.parquet`;
  const columns = Array.from({ length: recording.variables }, (_, i) => `v${i}`);
  if (!(await exists(folder))) {
    const writer = createSignalWriter(folder, `${dataFolder}temporary`);
    const module = writer.module({
      name: 'imu',
      type: 'imu',
      rateHz: recording.rateHz,
      columns: columns.map((name) => ({ name, unit: 'g', description: { en: name, fr: name }, type: 'f32' })),
    });
    for (const chunk of samplesOf(recording)) await module.append(chunk);
    await writer.finish();
  }
  if (!(await exists(archive))) {
    await duckdb.run(`COPY (SELECT * FROM '${folder}/imu.parquet') TO '${archive}.new' (FORMAT parquet, CODEC zstd)`);
    await rename(`${archive}.new`, archive);
  }
  return { ...recording, folder, archive, columns };
}

/** The lowest and the highest of each pixel column of the first variables, as one would ask DuckDB. */
export function extremesSql(
  { archive, columns }: MadeRecording,
  drawn: number,
  fromSeconds: number,
  toSeconds: number,
): string {
  const width = (toSeconds - fromSeconds) / pixelColumns;
  const extremes = columns.slice(0, drawn).map((name) => `min(${name}), max(${name})`);
  return `SELECT CAST(floor((T - ${fromSeconds}) / ${width}) AS INTEGER) AS pixel, ${extremes.join(', ')}
    FROM '${archive}' WHERE T >= ${fromSeconds} AND T <= ${toSeconds} GROUP BY pixel ORDER BY pixel`;
}
