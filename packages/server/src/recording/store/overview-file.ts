import { fstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@sillage/contract';
import { type SteadyClock, scannedWhole, steadyTime } from '@sillage/signal';
import { z } from 'zod';
import { Steady } from './module-metadata.ts';
import type { CurvePoints, StoredColumn } from './store.ts';
import { unlessAbsent } from './unless-absent.ts';

const magic = new TextEncoder().encode('SILOVW01');
/** Of the directory's length, and the magic. */
const tailBytes = 4 + magic.length;
/** Read at once from the end: the directory of some dozen curves. */
const firstReadBytes = 8192;
/** Curves that lie no further apart are read together, as many bytes as this at most. */
const readBytes = 4 << 20;
const gapBytes = 65_536;

/** What a file of drawn curves says of itself, at its end. */
const Directory = z.object({
  durationSeconds: z.number(),
  /** In the order in which they lie: the times of a curve, or its samples where a steady clock tells the times; then its values. */
  curves: z.array(
    z.object({
      variable: z.string(),
      type: z.enum(['f32', 'f64']),
      points: z.int().nonnegative(),
      steady: Steady.nullable(),
    }),
  ),
});
type Directory = z.infer<typeof Directory>;
type Entry = Directory['curves'][number];

/**
 * Pixel columns at which a record lies drawn: those that are no quick picture, because each has many samples.
 * @param mostSamples of its modules
 */
export function overviewWidths(mostSamples: number): number[] {
  return limits.overviewColumns.filter((width) => mostSamples > width * scannedWhole);
}

/** Where the whole record lies drawn at so many pixel columns: beside the samples, and no Parquet. */
export const overviewPath = (folder: string, pixelColumns: number) => join(folder, `overview-${pixelColumns}.bin`);

const timeBytes = (steady: SteadyClock | null) => (steady === null ? 8 : 4);
const valueBytes = (type: StoredColumn['type']) => (type === 'f64' ? 8 : 4);

/** Samples at which a clock has these times; undefined when it has others. */
function samplesAt(clock: SteadyClock, times: Float64Array): Int32Array | undefined {
  const samples = Int32Array.from(times, (t) =>
    Math.round(((t - clock.base) * clock.scale - clock.first) / clock.step),
  );
  return times.every((t, i) => steadyTime(clock, samples[i]!) === t) ? samples : undefined;
}

/** Writes curves one after the other. */
export class OverviewWriter {
  readonly #file: FileHandle;
  readonly #wrote: (bytes: number) => void;
  readonly #directory: Directory;
  #bytes = 0;

  private constructor(file: FileHandle, durationSeconds: number, wrote: (bytes: number) => void) {
    this.#file = file;
    this.#wrote = wrote;
    this.#directory = { durationSeconds, curves: [] };
  }

  static async create(path: string, durationSeconds: number, wrote: (bytes: number) => void): Promise<OverviewWriter> {
    return new OverviewWriter(await open(path, 'wx'), durationSeconds, wrote);
  }

  /** @param clock of the module, where it is steady */
  async add(
    { variable, timesSeconds, values }: CurvePoints,
    type: StoredColumn['type'],
    clock: SteadyClock | null,
  ): Promise<void> {
    const samples = clock === null ? undefined : samplesAt(clock, timesSeconds);
    for (const numbers of [samples ?? timesSeconds, type === 'f64' ? values : Float32Array.from(values)]) {
      await this.#write(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
    }
    this.#directory.curves.push({ variable, type, points: values.length, steady: samples ? clock : null });
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const { bytesWritten } = await this.#file.write(bytes, 0, bytes.length, this.#bytes);
    if (bytesWritten !== bytes.length) throw new Error(`disk took ${bytesWritten} of ${bytes.length} bytes`);
    this.#bytes += bytes.length;
    this.#wrote(bytes.length);
  }

  /** Brings the file to disk. @returns its bytes */
  async finish(): Promise<number> {
    const directory = new TextEncoder().encode(JSON.stringify(this.#directory));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, directory.length, true);
    for (const part of [directory, length, magic]) await this.#write(part);
    await this.#file.sync();
    return this.#bytes;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

interface Place extends Entry {
  readonly start: number;
  readonly end: number;
}

/**
 * Curves of the whole record as they lie drawn: one file is opened, and what lies together is read together.
 * @returns undefined where there are none, of another duration, or not ours; unknown names are left out
 */
export async function readOverview(
  folder: string,
  variables: readonly string[],
  durationSeconds: number,
  pixelColumns: number,
  pause: () => Promise<void> | undefined,
): Promise<CurvePoints[] | undefined> {
  const file = await unlessAbsent(open(overviewPath(folder, pixelColumns), 'r'));
  if (!file) return undefined;
  try {
    const places = await readDirectory(file, durationSeconds);
    if (!places) return undefined;
    const asked = variables.map((variable) => places.get(variable)).filter((place) => place !== undefined);
    const found = new Map<Place, Uint8Array>();
    for (const run of runsOf(asked)) await readRun(file, run, found);
    const curves: CurvePoints[] = [];
    for (const place of asked) {
      await pause();
      const bytes = found.get(place);
      if (bytes) curves.push(curveOf(place, bytes));
    }
    return curves;
  } finally {
    // nothing was written: who reads does not wait for it
    file.close().catch(() => {});
  }
}

async function readDirectory(file: FileHandle, durationSeconds: number): Promise<Map<string, Place> | undefined> {
  const { size } = fstatSync(file.fd);
  const end = await readAt(file, Math.max(0, size - firstReadBytes), Math.min(size, firstReadBytes));
  if (end.length < tailBytes || !magic.every((byte, i) => end[end.length - magic.length + i] === byte))
    return undefined;
  const length = new DataView(end.buffer).getUint32(end.length - tailBytes, true);
  const bodies = size - tailBytes - length;
  if (bodies < 0) return undefined;
  const from = end.length - tailBytes - length;
  const text = from >= 0 ? end.subarray(from, from + length) : await readAt(file, bodies, length);
  const directory = parseDirectory(text);
  if (directory?.durationSeconds !== durationSeconds) return undefined;
  const places = new Map<string, Place>();
  let start = 0;
  for (const entry of directory.curves) {
    const { variable, type, points, steady } = entry;
    const place = { ...entry, start, end: start + points * (timeBytes(steady) + valueBytes(type)) };
    // of two of one name the first, as in the record itself
    if (!places.has(variable)) places.set(variable, place);
    start = place.end;
  }
  return start === bodies ? places : undefined;
}

function parseDirectory(bytes: Uint8Array): Directory | undefined {
  try {
    return Directory.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead !== length) throw new Error(`signal file gave ${bytesRead} of ${length} bytes`);
  return bytes;
}

/** Places that are read together. */
function runsOf(places: readonly Place[]): Place[][] {
  const runs: Place[][] = [];
  for (const place of [...new Set(places)].sort((a, b) => a.start - b.start)) {
    const run = runs.at(-1);
    const [first, last] = [run?.[0], run?.at(-1)];
    const isNear = first && last && place.start - last.end <= gapBytes && place.end - first.start <= readBytes;
    if (isNear) run?.push(place);
    else runs.push([place]);
  }
  return runs;
}

async function readRun(file: FileHandle, run: readonly Place[], found: Map<Place, Uint8Array>): Promise<void> {
  const [from, to] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
  const bytes = await readAt(file, from, to - from);
  for (const place of run) found.set(place, bytes.subarray(place.start - from, place.end - from));
}

function curveOf({ variable, type, points, steady }: Place, bytes: Uint8Array): CurvePoints {
  const split = points * timeBytes(steady);
  const times = bytes.slice(0, split).buffer;
  const stored = bytes.slice(split).buffer;
  const values = type === 'f64' ? new Float64Array(stored) : Float64Array.from(new Float32Array(stored));
  if (steady === null) return { variable, timesSeconds: new Float64Array(times), values };
  const timesSeconds = Float64Array.from(new Int32Array(times), (sample) => steadyTime(steady, sample));
  return { variable, timesSeconds, values };
}
