import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../platform/files/index.ts';

/** Some minutes at most of what one device sent, in one file. */
export interface Segment {
  readonly deviceId: number;
  readonly path: string;
  /** ms since 1970, by the server. */
  readonly fromMs: number;
  toMs: number;
  bytes: number;
}

const fileName = /^(\d{1,10})-(\d{1,15})\.journal$/;

export const segmentPath = (folder: string, deviceId: number, fromMs: number): string =>
  join(folder, `${deviceId}-${fromMs}.journal`);

/** What lies there from before; of a program that was killed, too. */
export async function findSegments(folder: string): Promise<Segment[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found: Segment[] = [];
  for (const name of await readdir(folder)) {
    const [, deviceId, fromMs] = fileName.exec(name) ?? [];
    if (deviceId === undefined || fromMs === undefined) continue;
    const path = join(folder, name);
    const { size, mtimeMs } = await stat(path);
    const from = Number(fromMs);
    found.push({ deviceId: Number(deviceId), path, fromMs: from, toMs: Math.max(from, mtimeMs), bytes: size });
  }
  return found.sort((a, b) => a.fromMs - b.fromMs);
}

export async function removeSegment({ path }: Segment): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

/** s without samples that part two stretches of time. */
const gapMs = 60_000;

/** Segments of one device that follow one another, oldest first. */
export function inStretches(segments: readonly Segment[]): Segment[][] {
  const stretches: Segment[][] = [];
  for (const segment of segments) {
    const last = stretches.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && segment.fromMs - before.toMs <= gapMs) last.push(segment);
    else stretches.push([segment]);
  }
  return stretches;
}
