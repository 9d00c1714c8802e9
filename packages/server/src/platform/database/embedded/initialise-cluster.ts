import { once } from 'node:events';
import { chmod, chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartProblem } from '../../start-problem.ts';
import type { DatabaseUser } from './choose-user.ts';
import { spawnAsUser } from './spawn-as-user.ts';

const majorVersion = '18';

export interface ClusterPlace {
  readonly folder: string;
  readonly binaries: string;
  readonly user: DatabaseUser | undefined;
  readonly logFile: string;
}

/** Makes the cluster when there is none: in a temporary folder, then renamed, so that one that exists is whole. */
export async function initialiseCluster(place: ClusterPlace): Promise<void> {
  const written = await versionOf(place.folder);
  if (written === majorVersion) return own(place.folder, place.user);
  if (written !== undefined) {
    throw new StartProblem(
      `The database in ${place.folder} is of PostgreSQL ${written}; this program brings PostgreSQL ${majorVersion}.`,
    );
  }
  const parent = dirname(place.folder);
  const draftName = `${place.folder}-new-`;
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (path.startsWith(draftName)) await rm(path, { recursive: true, force: true });
  }
  const draft = await mkdtemp(draftName);
  await chmod(draft, 0o700);
  if (place.user !== undefined) await chown(draft, place.user.uid, place.user.gid);
  await runInitdb(place, draft);
  await refuseForeignFolder(place.folder);
  await rename(draft, place.folder);
  await syncFolder(parent);
}

async function versionOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch {
    return undefined;
  }
}

async function refuseForeignFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0) {
    throw new StartProblem(
      `The folder ${folder} is not a database, and not empty. Move it away, or choose another with --data.`,
    );
  }
}

async function runInitdb(place: ClusterPlace, draft: string): Promise<void> {
  const program = join(place.binaries, 'initdb');
  const child = await spawnAsUser({ program, folder: draft, user: place.user, logFile: place.logFile }, [
    '--username=sillage',
    '--auth=trust', // the socket lies in a folder that only the database's user may enter
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin', // sorts the same on every machine; people's order is asked for with COLLATE
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]);
  const [code] = await once(child, 'exit').catch((error: Error) => [error.message]);
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new StartProblem(
      `The database could not be made in ${place.folder} (initdb: ${code}). See ${place.logFile}.`,
    );
  }
}

async function own(folder: string, user: DatabaseUser | undefined): Promise<void> {
  if (user === undefined || (await stat(folder)).uid === user.uid) return;
  const entries = await readdir(folder, { recursive: true });
  for (const name of ['', ...entries]) await chown(join(folder, name), user.uid, user.gid);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
