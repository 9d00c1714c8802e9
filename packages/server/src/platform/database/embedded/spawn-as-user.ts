import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { canEnter, type DatabaseUser } from './choose-user.ts';

export interface ProgramPlace {
  readonly program: string;
  /** The cluster; also the working folder of the program. */
  readonly folder: string;
  readonly user: DatabaseUser | undefined;
  /** Its output is appended here. */
  readonly logFile: string;
}

/** A descriptor that the program and all that it starts hold open. */
export interface Inherited {
  readonly inherited?: number | undefined;
}

/** Starts a program of PostgreSQL on a cluster, as the user, in a process group of its own so that Ctrl-C is ours. */
export async function spawnAsUser(place: ProgramPlace & Inherited, args: readonly string[]): Promise<ChildProcess> {
  const data = await nameOfCluster(place);
  mkdirSync(dirname(place.logFile), { recursive: true, mode: 0o700 });
  const output = openSync(place.logFile, 'a', 0o600);
  try {
    return spawn(place.program, ['-D', data, ...args], {
      cwd: place.folder,
      detached: true,
      stdio: ['ignore', output, output, ...(place.inherited === undefined ? [] : [place.inherited])],
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      ...(place.user === undefined ? {} : { uid: place.user.uid, gid: place.user.gid }),
    });
  } finally {
    closeSync(output);
  }
}

/**
 * A cluster under a folder closed to the user (root's home) cannot be entered by its path, but the working folder is
 * entered before the user changes, and Linux names it without walking the folders above.
 */
async function nameOfCluster(place: ProgramPlace): Promise<string> {
  if (process.platform !== 'linux' || (await canEnter(place.user, place.folder))) return place.folder;
  return '/proc/self/cwd';
}
