import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../../files/index.ts';
import { StartProblem } from '../../start-problem.ts';

const run = promisify(execFile);

/** Whom PostgreSQL runs as; undefined = as this process, which is not root. */
export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root: as root, whoever owns the cluster already, else `postgres`, else `nobody`.
 * A number without an entry in the list of users would be refused by PostgreSQL too.
 */
export async function chooseUser(cluster: string): Promise<DatabaseUser | undefined> {
  const owner = await ownerOf(cluster);
  const me = process.getuid?.();
  if (me !== 0) {
    if (owner !== undefined && me !== undefined && owner !== me) {
      throw new StartProblem(
        `The database in ${cluster} belongs to another user (number ${owner}). Start Sillage as that user or as root, or choose another folder with --data.`,
      );
    }
    return undefined;
  }
  const names = owner === undefined || owner === 0 ? ['postgres', 'nobody'] : [String(owner), 'postgres', 'nobody'];
  for (const name of names) {
    const user = await lookUp(name);
    if (user !== undefined) return user;
  }
  throw new StartProblem(
    'The database cannot run as root, and neither the user "postgres" nor "nobody" exists. Start Sillage as another user, or give a PostgreSQL server with SILLAGE_DATABASE_URL.',
  );
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function lookUp(name: string): Promise<DatabaseUser | undefined> {
  try {
    await run('id', ['-un', name]);
    const uid = Number((await run('id', ['-u', name])).stdout);
    const gid = Number((await run('id', ['-g', name])).stdout);
    return Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0 ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the user may enter the folder and every folder above it. */
export async function canEnter(user: DatabaseUser | undefined, folder: string): Promise<boolean> {
  if (user === undefined) return true;
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
