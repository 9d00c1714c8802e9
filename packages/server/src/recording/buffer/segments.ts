import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../platform/files/index.ts';

/** Some minutes at most of what one device sent, in one file. */
export interface Segment {
  /** Whose device it was then. */
  readonly clientId: number;
  readonly deviceId: number;
  readonly path: string;
  /** ms since 1970, by the server. */
  readonly fromMs: number;
  toMs: number;
  bytes: number;
}

const fileName = /^(\d{1,10})-(\d{1,10})-(\d{1,15})\.journal$/;

export const segmentPath = (
  folder: string,
  { clientId, deviceId, fromMs }: Pick<Segment, 'clientId' | 'deviceId' | 'fromMs'>,
): string => join(folder, `${clientId}-${deviceId}-${fromMs}.journal`);

/** What lies there from before; of a program that was killed, too. */
export async function findSegments(folder: string): Promise<Segment[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found: Segment[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const [clientId, deviceId, fromMs] = (fileName.exec(name) ?? []).slice(1).map(Number);
    if (clientId === undefined || deviceId === undefined || fromMs === undefined) continue;
    const { size, mtimeMs } = await stat(path);
    found.push({ clientId, deviceId, path, fromMs, toMs: Math.max(fromMs, mtimeMs), bytes: size });
  }
  return found.sort((a, b) => a.fromMs - b.fromMs);
}

export async function removeSegment({ path }: Segment): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

/** ms without samples that part two stretches of time. */
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
