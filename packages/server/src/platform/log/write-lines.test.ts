import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from './index.ts';

const door = fileURLToPath(new URL('./index.ts', import.meta.url));
const patience = { timeout: 10_000, interval: 20 };
/** Takes no byte: "no space left on device". */
const fullDisk = '/dev/full';
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sillage-lines-'));
  file = join(folder, 'log', 'a.log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const linesOf = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Runs a program of a few lines that has `createLog`; answers its exit code. */
async function run(code: string): Promise<number | null> {
  const program = `const { createLog } = await import(${JSON.stringify(door)}); ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  const [exitCode] = await once(child, 'exit');
  return exitCode;
}

it('keeps every line in its order', async () => {
  const log = createLog('info', file);
  for (let n = 0; n < 2_000; n++) log.quote('info', { n }, 'a line');
  await vi.waitFor(async () => expect(await linesOf(file)).toHaveLength(2_000), patience);
  expect((await linesOf(file)).map(({ n }) => n)).toEqual(Array.from({ length: 2_000 }, (_, n) => n));
});

it('writes the last lines of a program that ends at once', async () => {
  const code = `const log = createLog('info', ${JSON.stringify(file)}); log.quote('error', {}, 'the end'); process.exit(3)`;
  expect(await run(code)).toBe(3);
  expect(await linesOf(file)).toMatchObject([{ msg: 'the end' }]);
});

it('sets a file aside that grew too large, and keeps one of them', async () => {
  const log = createLog('info', file, 2_000);
  for (let n = 0; n < 100; n++) {
    log.quote('info', { n }, 'a line');
    await vi.waitFor(async () => expect((await linesOf(file)).at(-1)).toMatchObject({ n }), patience);
  }
  expect(await readdir(join(folder, 'log'))).toEqual(['a.log', 'a.log.1']);
  expect((await stat(`${file}.1`)).size).toBeLessThan(2_200);
});

describe.runIf(existsSync(fullDisk))('a full disk', () => {
  it('neither ends nor holds up a program, however much it writes', async () => {
    const code = `const log = createLog('info', '${fullDisk}');
      for (let round = 0; round < 20; round++) {
        for (let n = 0; n < 1000; n++) log.quote('info', { n }, 'x'.repeat(100));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      process.exit(7)`;
    expect(await run(code)).toBe(7);
  });

  it('drops lines; once there is space again the log goes on, and says how many it lacks', async () => {
    const link = join(folder, 'a.log');
    await symlink(fullDisk, link);
    const log = createLog('info', link);
    for (let n = 0; n < 5; n++) log.quote('info', { n }, 'lost');
    // Written to a disk that takes nothing, at the next turn.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await rm(link);
    await writeFile(link, '');
    log.quote('info', {}, 'found again');
    await vi.waitFor(async () => expect(await readFile(link, 'utf8')).toContain('dropped'), patience);
    const lines = await linesOf(link);
    expect(lines.at(-2)).toMatchObject({ msg: 'found again' });
    const { lines: dropped, reason } = lines.at(-1);
    expect({ dropped, reason }).toEqual({ dropped: 5 + 1 - (lines.length - 1), reason: 'ENOSPC' });
    expect(dropped).toBeGreaterThan(0);
  });
});

it('a folder that cannot be written to is no error of the program', async () => {
  await writeFile(join(folder, 'log'), 'a file, not a folder');
  const code = `createLog('info', ${JSON.stringify(file)}).quote('info', {}, 'nowhere'); setTimeout(() => process.exit(4), 50)`;
  expect(await run(code)).toBe(4);
});
