import { randomUUID } from 'node:crypto';
import { access, constants, copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PlacedFiles } from './files.ts';
import { syncAllIn, syncFile, syncFolder } from './sync-to-disk.ts';

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Moves a file or a folder to where it belongs on the same disk; when it resolves that is on the disk. */
export async function placeLocally({ from, to }: Move): Promise<void> {
  if ((await stat(from)).isDirectory()) {
    const place = await prepareFolderLocally({ from, to });
    await (await place()).keep();
    return;
  }
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await syncFile(from);
  await rename(from, to);
  await syncFolder(dirname(to));
}

const replacedEnding = '-replaced';

/** Brings a folder to the disk, and answers what moves it to where it belongs on the same disk. */
export async function prepareFolderLocally({ from, to }: Move): Promise<() => Promise<PlacedFiles>> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await syncAllIn(from);
  return () => replaceFolder(from, to);
}

/** No system call puts a folder over another one: for a moment there is none, and what was there lies beside its place. */
async function replaceFolder(from: string, to: string): Promise<PlacedFiles> {
  const replaced = `${to}${replacedEnding}`;
  if (await isThere(to)) {
    await rm(replaced, { recursive: true, force: true });
    await rename(to, replaced);
  }
  const putBack = () => rename(replaced, to).catch(() => {}); // at the next start, or there was none
  try {
    await rename(from, to);
  } catch (problem) {
    await putBack();
    throw problem;
  }
  const placed: PlacedFiles = {
    keep: () => rm(replaced, { recursive: true, force: true }),
    async takeBack() {
      await rename(to, from);
      await putBack();
      await syncFolder(dirname(to));
    },
  };
  try {
    await syncFolder(dirname(to));
  } catch (problem) {
    await placed.takeBack();
    throw problem;
  }
  return placed;
}

/** A program that ended between two renames left what was replaced beside a place where nothing is: it comes back. */
export async function putBackReplaced(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(replacedEnding)) continue;
    const replaced = join(folder, name);
    const to = replaced.slice(0, -replacedEnding.length);
    if (await isThere(to)) await rm(replaced, { recursive: true, force: true });
    else await rename(replaced, to);
  }
  await syncFolder(folder);
}

/** Moves files into place, each at once. What was there keeps a second name in the folder `aside` until the end is known. */
export async function placeAllLocally(moves: readonly Move[], aside: string): Promise<PlacedFiles> {
  const added: string[] = [];
  const replaced: { readonly path: string; readonly former: string }[] = [];
  // A folder of its own is as young as this call, whatever the age of what lies in it: nobody sweeps it away.
  const shelf = join(aside, `replaced-${randomUUID()}`);
  const placed: PlacedFiles = {
    async keep() {
      await rm(shelf, { recursive: true, force: true });
    },
    async takeBack() {
      for (const path of added) await rm(path, { recursive: true, force: true });
      for (const { path, former } of replaced) await rename(former, path);
      await rm(shelf, { recursive: true, force: true });
    },
  };
  try {
    for (const { from, to } of moves) {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      if (await isThere(to)) {
        await mkdir(shelf, { recursive: true, mode: 0o700 });
        const former = join(shelf, String(replaced.length));
        await keepAlso(to, former);
        replaced.push({ path: to, former });
      } else added.push(to);
      await rename(from, to);
    }
    for (const path of new Set(moves.map(({ to }) => dirname(to)))) await syncFolder(path);
  } catch (problem) {
    await placed.takeBack();
    throw problem;
  }
  return placed;
}

/** A second name, so that the file is at its place at every moment; a copy where a disk knows no second names. */
async function keepAlso(path: string, former: string): Promise<void> {
  await link(path, former).catch(() => copyFile(path, former, constants.COPYFILE_EXCL));
}

/** Gives a file a second name, whose folder is made; when it resolves that is on the disk. */
export async function keepAlsoLocally({ from, to }: Move): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await keepAlso(from, to);
  await syncFile(to);
  await syncFolder(dirname(to));
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
