import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseUser } from './choose-user.ts';
import { installedPackage, prepareBinaries } from './prepare-binaries.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-binaries-'));
  await chmod(root, 0o755);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function installedAt(path: string): Promise<string> {
  await cp(installedPackage(), path, { recursive: true, verbatimSymlinks: true });
  return path;
}

it('makes the library links that the blocked install script did not', async () => {
  const installed = await installedAt(join(root, 'package'));
  const link = join(installed, 'native', 'lib', 'libpq.so.5');
  await rm(link, { force: true });
  const bin = await prepareBinaries(installed, undefined, join(root, 'shelf'));
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect((await run(join(bin, 'postgres'), ['--version'])).stdout).toMatch(/^postgres \(PostgreSQL\) 18/);
});

it.runIf(isRoot)('copies the programs to a place that the user can reach, once', async () => {
  const hidden = join(root, 'home');
  await installedAt(join(hidden, 'package'));
  await chmod(hidden, 0o700);
  const user = await chooseUser(join(root, 'none'));
  const bin = await prepareBinaries(join(hidden, 'package'), user, join(root, 'shelf'));
  expect(bin.startsWith(join(root, 'shelf'))).toBe(true);
  const { stdout } = await run(join(bin, 'initdb'), ['--version'], { ...user });
  expect(stdout).toMatch(/PostgreSQL\) 18/);
  const made = (await lstat(bin)).ino;
  await prepareBinaries(join(hidden, 'package'), user, join(root, 'shelf'));
  expect((await lstat(bin)).ino).toBe(made);
});
