import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Brings the bytes of a file to the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Brings the files in a folder, and below, to the disk with their names. */
export async function syncAllIn(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await syncAllIn(inner);
    else await syncFile(inner);
  }
  await syncFolder(path);
}

/** Brings the names in a folder to the disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and orders renames itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
