import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

export { codeOf } from './code-of-error.ts';
export { lockFolder } from './lock-folder.ts';
export { openStoredFile, StoredFile } from './open-stored-file.ts';

/** Where things lie under the data folder (`--data`). The only place that knows the layout. */
export interface DataFolder {
  readonly root: string;
  readonly postgres: string;
  readonly logFile: string;
  /** The append-only journal of a streamed record. */
  journal(recordUid: string): string;
  /** The uploaded source file of a record. */
  upload(recordUid: string): string;
  /** Folder of the decoded signals: one Parquet a module and its pyramid. */
  signals(recordUid: string): string;
  /** For files being written; emptied at start, on the same disk so that a rename is atomic. */
  readonly temporary: string;
  readonly journals: string;
  readonly uploads: string;
  readonly allSignals: string;
  /** Files that tasks work on or made. */
  readonly tasks: string;
  /** Firmware files, named by their SHA-256. */
  readonly releases: string;
  /** Opens the secrets of other services that the database keeps. */
  readonly secretKeys: string;
  /** What an operator tells the web app; there may be none. */
  readonly webConfiguration: string;
}

/** The file system that a folder lies on. */
export interface DiskRoom {
  readonly totalBytes: number;
  /** Left for this program; the system may keep more for its administrator. */
  readonly freeBytes: number;
}

export async function measureDisk(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}

export function dataFolder(root: string): DataFolder {
  const journals = join(root, 'journal');
  const uploads = join(root, 'uploads');
  const allSignals = join(root, 'signals');
  return {
    root,
    postgres: join(root, 'postgres'),
    logFile: join(root, 'log', 'sillage.log'),
    temporary: join(root, 'temporary'),
    journals,
    uploads,
    allSignals,
    tasks: join(root, 'tasks'),
    releases: join(root, 'releases'),
    secretKeys: join(root, 'secrets.key'),
    webConfiguration: join(root, 'config.json'),
    journal: (uid) => join(journals, `${uid}.journal`),
    upload: (uid) => join(uploads, uid),
    signals: (uid) => join(allSignals, uid),
  };
}
