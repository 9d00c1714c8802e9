import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DataFolder } from '../../platform/files/index.ts';
import { type BackupFile, type ListedFile, readFileName } from './manifest.ts';
import type { OpenedBackup } from './open-backup.ts';

/** A verified file that is not here yet, or is another here. */
export interface FileToPlace {
  readonly from: string;
  readonly to: string;
  readonly kind: BackupFile['kind'];
  readonly uid: string;
}

/**
 * The files of a backup that this server lacks. A journal that is longer here than in the backup went on since: it
 * stays. Signals are only taken for a record that has neither signals nor source here.
 */
export async function findFilesToPlace(
  folder: DataFolder,
  backup: OpenedBackup,
  signal: AbortSignal,
  progress: (doneFraction: number) => Promise<void>,
): Promise<FileToPlace[]> {
  const wanted: FileToPlace[] = [];
  const signals = new Set<string>();
  let done = 0;
  for await (const file of backup.files()) {
    signal.throwIfAborted();
    const name = readFileName(file.name);
    if (name === undefined) continue;
    const { kind, uid } = name;
    if (kind === 'signals') {
      // One rename a record: the folder as a whole.
      if (!signals.has(uid) && !(await isThere(folder.signals(uid)))) {
        const from = file.path.slice(0, file.path.length - (name.path?.length ?? 0) - 1);
        wanted.push({ from, to: folder.signals(uid), kind, uid });
      }
      signals.add(uid);
    } else {
      const to = placeOf(folder, kind, uid);
      if (!(await isKept(to, kind, file))) wanted.push({ from: file.path, to, kind, uid });
    }
    done += 1;
    await progress(done / backup.manifest.files.count);
  }
  return wanted;
}

function placeOf(folder: DataFolder, kind: Exclude<BackupFile['kind'], 'signals'>, uid: string): string {
  if (kind === 'journals') return folder.journal(uid);
  return kind === 'uploads' ? folder.upload(uid) : join(folder.releases, uid);
}

async function isKept(path: string, kind: BackupFile['kind'], { size_bytes, sha256 }: ListedFile): Promise<boolean> {
  const there = await stat(path).catch(() => undefined);
  if (there === undefined || !there.isFile()) return false;
  if (kind === 'journals' && there.size > size_bytes) return true;
  return there.size === size_bytes && (await hashOf(path)) === sha256;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export interface PlacedFiles {
  /** Forgets what was replaced. */
  keep(): Promise<void>;
  /** Makes everything as it was before. */
  takeBack(): Promise<void>;
}

/** Moves files into place, each at once. What was there keeps a second name in the folder `aside` until the end is known. */
export async function placeFiles(files: readonly FileToPlace[], aside: string): Promise<PlacedFiles> {
  const added: string[] = [];
  const replaced: { readonly path: string; readonly former: string }[] = [];
  // A folder of its own is as young as this restore, whatever the age of what lies in it: nobody sweeps it away.
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
    for (const { from, to } of files) {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      if (await isThere(to)) {
        await mkdir(shelf, { recursive: true, mode: 0o700 });
        const former = join(shelf, String(replaced.length));
        await keepAlso(to, former);
        replaced.push({ path: to, former });
      } else added.push(to);
      await rename(from, to);
    }
    for (const path of new Set(files.map(({ to }) => dirname(to)))) await syncFolder(path);
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

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and orders renames itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
