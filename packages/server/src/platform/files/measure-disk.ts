import { access, constants, statfs } from 'node:fs/promises';

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

/** Whether this program may write into a folder. */
export function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
