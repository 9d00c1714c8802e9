import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockFolder } from './index.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-lock-'));
});
const programs: ChildProcess[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

it('is taken by one, and free again when given back', async () => {
  const unlock = await lockFolder(root);
  await expect(lockFolder(root)).rejects.toThrow(`is in use by another Sillage (process ${process.pid})`);
  await unlock();
  await (await lockFolder(root))();
  expect(await readdir(root)).toEqual(['sillage.lock']);
});

it('goes to exactly one of many that want it at once', async () => {
  for (let round = 0; round < 6; round++) {
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(root)));
    const [winner, ...more] = tries.filter((attempt) => attempt.status === 'fulfilled');
    expect(winner).toBeDefined();
    expect(more).toEqual([]);
    await winner?.value();
  }
});

it('goes to exactly one of several programs that want it at once', async () => {
  const programs = await Promise.all(Array.from({ length: 4 }, () => lockElsewhere()));
  expect(programs.filter(({ said }) => said === 'locked')).toHaveLength(1);
  expect(programs.filter(({ said }) => said.includes('is in use by another Sillage (process '))).toHaveLength(3);
});

it('is not lost by garbage collection, nor by another one in the same process who tries', async () => {
  const { program } = await lockElsewhere(`
    for (let n = 0; n < 20; n++) { globalThis.gc(); await new Promise(setImmediate); }
    await lockFolder(root).catch(() => {});`);
  await expect(lockFolder(root)).rejects.toThrow('in use');
  program.kill('SIGKILL');
});

it('of a program that is frozen stays its own', async () => {
  const { program } = await lockElsewhere();
  program.kill('SIGSTOP');
  await expect(lockFolder(root)).rejects.toThrow('in use');
  program.kill('SIGKILL');
});

const unshare = ['--pid', '--fork', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...unshare, 'true']).status === 0;

describe.runIf(canUnshare)('another container on the same folder', () => {
  it('is refused while this one lives', async () => {
    const unlock = await lockFolder(root);
    const { said } = await lockElsewhere('', ['unshare', ...unshare, '--kill-child', process.execPath]);
    expect(said).toContain('is in use by another Sillage');
    await unlock();
  });

  it('keeps this one out while it lives, and no longer', async () => {
    const { program, said } = await lockElsewhere('', ['unshare', ...unshare, '--kill-child', process.execPath]);
    expect(said).toBe('locked');
    await expect(lockFolder(root)).rejects.toThrow('is in use by another Sillage (process 1)');
    program.kill('SIGKILL');
    await vi.waitFor(async () => (await lockFolder(root))(), 5_000);
  });
});

it('takes over the lock of a process that was killed', async () => {
  const { program, said } = await lockElsewhere();
  expect(said).toBe('locked');
  await expect(lockFolder(root)).rejects.toThrow('in use');
  program.kill('SIGKILL');
  await once(program, 'exit');
  await (await lockFolder(root))();
});

/** A program that locks the folder, then runs `more`, says whether it has the lock, and stays. */
async function lockElsewhere(more = '', [command = '', ...args]: readonly string[] = [process.execPath]) {
  const door = fileURLToPath(new URL('./index.ts', import.meta.url));
  const code = `
    const { lockFolder } = await import(${JSON.stringify(door)});
    const root = ${JSON.stringify(root)};
    try {
      await lockFolder(root);
      ${more}
      console.log('locked');
    } catch (error) {
      console.log(error.message);
    }
    setInterval(() => {}, 1000);`;
  const program = spawn(command, [...args, '--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  const [said] = await once(program.stdout, 'data');
  return { program, said: String(said).trim() };
}

it('says when the folder cannot be written to', async () => {
  await writeFile(join(root, 'a-file'), '');
  await expect(lockFolder(join(root, 'a-file', 'data'))).rejects.toThrow(/cannot be written to \(ENOTDIR\)/);
});

const mount = (...args: string[]) => spawnSync('mount', args).status === 0;
const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot && process.platform === 'linux')('a disk', () => {
  afterEach(() => void spawnSync('umount', [root]));

  it('that can only be read is a sentence that tells of worn-out cards', async ({ skip }) => {
    if (!mount('-t', 'tmpfs', '-o', 'ro', 'none', root)) skip();
    await expect(lockFolder(root)).rejects.toThrow(/can only be read \(EROFS\)\. A worn-out SD card/);
  });

  it('that is full is a sentence that says so', async ({ skip }) => {
    if (!mount('-t', 'tmpfs', '-o', 'size=64k', 'none', root)) skip();
    await writeFile(join(root, 'recordings'), Buffer.alloc(1_000_000)).catch(() => undefined);
    await expect(lockFolder(root)).rejects.toThrow(/is full \(ENOSPC\)\. Make room/);
  });
});
