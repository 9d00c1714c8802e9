import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { Threads } from './index.ts';

const folder = await mkdtemp(join(tmpdir(), 'sillage-threads-'));
afterAll(() => rm(folder, { recursive: true }));

async function threadsOf(code: string): Promise<Threads<number, number>> {
  const file = join(folder, `${code.length}.mjs`);
  await writeFile(file, code);
  return new Threads({ filename: pathToFileURL(file).href, minThreads: 0, maxThreads: 1, idleTimeout: 1000 });
}

test('A thread that cannot be loaded fails who waits for it, and nobody else', async () => {
  const threads = await threadsOf('throw new Error("EMFILE: too many open files");');
  const asked = await Promise.allSettled([threads.run(1), threads.run(2)]);
  expect(asked.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    expect.stringContaining('EMFILE'),
    expect.stringContaining('EMFILE'),
  ]);
  await threads.destroy();
});

test('What fails in a thread fails where it was asked; who gives up is told so', async () => {
  const threads = await threadsOf(
    'export default (n) => { if (n === 1) throw new RangeError("one"); return n === 2 ? new Promise(() => {}) : n; };',
  );
  await expect(threads.run(1)).rejects.toThrow('one');
  expect(await threads.run(3)).toBe(3);
  await expect(threads.run(2, { signal: AbortSignal.timeout(50) })).rejects.toThrow(/abort/i);
  expect(await threads.run(4)).toBe(4);
  await threads.destroy();
});
