import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from './index.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-lock-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('is taken by one, and free again when given back', async () => {
  const unlock = await lockFolder(root);
  await expect(lockFolder(root)).rejects.toThrow(`is in use by another Sillage (process ${process.pid})`);
  await unlock();
  await (await lockFolder(root))();
  expect(await readdir(root)).toEqual([]);
});

const staleName = `sillage.${process.pid}.0123456789abcdef.00000000-0000-4000-8000-000000000000.lock`;

it('goes to exactly one of many that want it at once, also when a stale lock lies there', async () => {
  for (let round = 0; round < 6; round++) {
    await writeFile(join(root, staleName), '');
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(root)));
    const [winner, ...more] = tries.filter((attempt) => attempt.status === 'fulfilled');
    expect(winner).toBeDefined();
    expect(more).toEqual([]);
    await winner?.value();
  }
});

it('takes over the lock of a process whose number another has now', async () => {
  await writeFile(join(root, staleName), '');
  await (await lockFolder(root))();
  expect(await readdir(root)).toEqual([]);
});

it('takes over the lock of a process that was killed', async () => {
  const door = fileURLToPath(new URL('./index.ts', import.meta.url));
  const code = `
    const { lockFolder } = await import(${JSON.stringify(door)});
    await lockFolder(${JSON.stringify(root)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(program.stdout, 'data');
  await expect(lockFolder(root)).rejects.toThrow('in use');
  program.kill('SIGKILL');
  await once(program, 'exit');
  await (await lockFolder(root))();
});

it('says when the folder cannot be written to', async () => {
  await writeFile(join(root, 'a-file'), '');
  await expect(lockFolder(join(root, 'a-file', 'data'))).rejects.toThrow(/cannot be written to \(ENOTDIR\)/);
});
