import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Scratch } from '@sillage/formats';

/** Files of one decoding for rows that wait, in its own folder, which is removed with them. */
export class ScratchFiles {
  readonly #folder: string;
  readonly #files: number[] = [];
  readonly #wrote: (bytes: number) => void;

  /** @param wrote told the bytes that land on the disk; negative when some are gone again */
  constructor(folder: string, wrote: (bytes: number) => void) {
    this.#folder = folder;
    this.#wrote = wrote;
  }

  open(): Scratch {
    const file = openSync(join(this.#folder, `rows-${this.#files.length}`), 'w+');
    this.#files.push(file);
    const wrote = this.#wrote;
    let size = 0;
    return {
      write(bytes, at) {
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(file, bytes, done, bytes.length - done, at + done);
        }
        const end = Math.max(size, at + bytes.length);
        wrote(end - size);
        size = end;
      },
      read(into, at) {
        for (let done = 0; done < into.length; ) {
          const count = readSync(file, into, done, into.length - done, at + done);
          if (count === 0) throw new Error('a scratch file is shorter than what was written');
          done += count;
        }
      },
      free() {
        ftruncateSync(file, 0);
        wrote(-size);
        size = 0;
      },
    };
  }

  close(): void {
    for (const file of this.#files.splice(0)) closeSync(file);
  }
}
