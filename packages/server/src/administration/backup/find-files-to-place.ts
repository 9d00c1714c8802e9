import { type Files, type FileToPlace, type StoredName, stored } from '../../platform/files/index.ts';
import { type BackupFile, type ListedFile, readFileName } from './manifest.ts';
import type { OpenedBackup } from './open-backup.ts';

/** A verified file that is not here yet, or is another here. */
export interface LackedFile extends FileToPlace {
  readonly kind: BackupFile['kind'];
  readonly uid: string;
}

const nameOf = {
  journals: stored.journal,
  uploads: stored.upload,
  signals: stored.signals,
  releases: stored.firmware,
} satisfies Record<BackupFile['kind'], (uid: string) => StoredName>;

/**
 * The files of a backup that this server lacks. A journal that is longer here than in the backup went on since: it
 * stays. Signals are only taken for a record that has neither signals nor source here.
 */
export async function findFilesToPlace(
  files: Files,
  backup: OpenedBackup,
  signal: AbortSignal,
  progress: (doneFraction: number) => Promise<void>,
): Promise<LackedFile[]> {
  const wanted: LackedFile[] = [];
  const signals = new Set<string>();
  let done = 0;
  for await (const file of backup.files()) {
    signal.throwIfAborted();
    const name = readFileName(file.name);
    if (name === undefined) continue;
    const { kind, uid } = name;
    const to = nameOf[kind](uid);
    if (kind === 'signals') {
      // One rename a record: the folder as a whole.
      if (!signals.has(uid) && !(await files.has(to))) {
        const from = file.path.slice(0, file.path.length - (name.path?.length ?? 0) - 1);
        wanted.push({ from, to, kind, uid });
      }
      signals.add(uid);
    } else if (!(await isKept(files, to, kind, file))) wanted.push({ from: file.path, to, kind, uid });
    done += 1;
    await progress(done / backup.manifest.files.count);
  }
  return wanted;
}

async function isKept(
  files: Files,
  name: StoredName,
  kind: BackupFile['kind'],
  { size_bytes, sha256 }: ListedFile,
): Promise<boolean> {
  const there = await files.open(name).catch(() => undefined);
  if (there === undefined) return false;
  const isLonger = kind === 'journals' && there.sizeBytes > size_bytes;
  if (!isLonger && there.sizeBytes === size_bytes) return (await there.hash()) === sha256;
  await there.close();
  return isLonger;
}
