import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { boundDecoding } from './bound-decoding.ts';
import { decodeSource } from './decode-source.ts';
import type { DecodeTask } from './decode-task.ts';

const folder = await mkdtemp(join(tmpdir(), 'sillage-decode-file-'));
afterAll(() => rm(folder, { recursive: true }));

/** An upload that would be read as a CSV, of the format that the database says. */
async function uploadOf(format: string): Promise<DecodeTask> {
  const path = join(folder, `upload.${format}`);
  await writeFile(path, 'T (s),power (W)\n0,100\n1,200\n');
  const task = {
    path,
    startUs: 0,
    rateHz: undefined,
    timezone: 'UTC',
    steps: [],
    folder: join(folder, `of-${format}`),
  };
  const source: unknown = format;
  // What a newer version wrote into the database may be another name than the type knows.
  return { ...task, source: source as DecodeTask['source'], work: join(folder, `work-${format}`) };
}

test('an upload is decoded as the format that was recognised when it came', async () => {
  expect(await decodeSource(await uploadOf('csv'))).toMatchObject({ durationSeconds: 1 });
  expect(await decodeSource(await uploadOf('raw'))).toMatchObject({ problem: expect.any(String) });
});

test('a format that this version does not know is not taken for a CSV', async () => {
  const task = await uploadOf('hologram');
  expect(await decodeSource(task)).toEqual({ problem: 'unknownSource' });
  expect(await boundDecoding(task)).toEqual({ mostBytes: 0, orderedBytes: 0 });
  expect(await readdir(folder)).not.toContain('of-hologram');
});

test('a file with samples before its zero begins with the first of them, unless a crop begins later', async () => {
  const task = await uploadOf('csv');
  await writeFile(task.path, 'T (s),force (N)\n-2,1\n-1.5,2\n0,3\n1,4\n');
  const whole = await decodeSource(task);
  expect(whole).toMatchObject({ durationSeconds: 3, originalSeconds: 3, beginsSeconds: -2 });
  expect('findings' in whole && whole.findings.map(({ type, msg }) => [type, msg.en])).toEqual([
    ['WARN', expect.stringContaining('00:02.000 before its zero')],
  ]);
  const crop = { kind: 'crop' as const, arguments: { start: -1.5, end: null } };
  expect(await decodeSource({ ...task, steps: [crop] })).toMatchObject({
    durationSeconds: 2.5,
    beginsSeconds: 0,
    findings: [],
  });
  const clock = { kind: 'clock' as const, arguments: { jumps: [{ at: 0, seconds: 0.5 }], drift_ppm: 0 } };
  expect(await decodeSource({ ...task, steps: [clock] })).toMatchObject({ durationSeconds: 2.5, beginsSeconds: -2 });
});
