import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const chunk = Buffer.alloc(1024 ** 2);

/** A file system of its own size, so that filling it harms nobody else. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all but so many bytes. */
  fill(leaveBytes: number): Promise<void>;
  /** Gives back what `fill` took. */
  free(): Promise<void>;
  close(): Promise<void>;
}

/** Mounts a tmpfs on the folder, which needs root. */
export async function mountSmallDisk(folder: string, bytes: number): Promise<SmallDisk> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill(leaveBytes) {
      const file = await open(filler, 'a');
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          const room = bavail * bsize - leaveBytes;
          if (room <= 0) return;
          await file.write(chunk, 0, Math.min(chunk.length, room));
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async close() {
      await run('umount', ['-l', folder]);
    },
  };
}
