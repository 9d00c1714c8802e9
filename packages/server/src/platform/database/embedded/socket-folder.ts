import { randomUUID } from 'node:crypto';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseUser } from './choose-user.ts';

const ofUs = /[/\\]sillage-pg-[^/\\]+$/;
/** Beside the cluster: where its sockets are, so that a program that was killed at any moment leaves none for ever. */
const noteOf = (cluster: string) => `${cluster}.sockets`;

/**
 * Makes a folder for the sockets of a cluster that is ours alone, and removes the one of the last start. Its path is short,
 * because that of a socket has room for 107 bytes.
 */
export async function makeSocketFolder(cluster: string, user: DatabaseUser | undefined): Promise<string> {
  await removeSocketFolder(cluster);
  const base = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const folder = join(base, `sillage-pg-${randomUUID()}`);
  await writeFile(noteOf(cluster), folder, { mode: 0o600 });
  await mkdir(folder, { mode: 0o700 });
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

export async function removeSocketFolder(cluster: string): Promise<void> {
  const folder = await readFile(noteOf(cluster), 'utf8').catch(() => '');
  if (ofUs.test(folder)) await rm(folder, { recursive: true, force: true });
  await rm(noteOf(cluster), { force: true });
}
