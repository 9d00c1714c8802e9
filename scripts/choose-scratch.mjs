import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Bytes; a whole run leaves a tenth of it at a time. */
const roomyBytes = 4 * 1024 ** 3;

/**
 * Where tests keep databases and data folders: in memory where the machine has room. Each database is some thousand files,
 * and making and deleting them on a disk was half of the processor's time.
 */
export function chooseScratch() {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return mayRunPrograms() && bavail * bsize >= roomyBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Tests start programs that they put there; containers often forbid it. */
function mayRunPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , , options = 'noexec'] = mounts.map((line) => line.split(' ')).find(([, at]) => at === inMemory) ?? [];
  return !options.split(',').includes('noexec');
}
