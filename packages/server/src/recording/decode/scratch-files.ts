import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Scratch } from '@sillage/formats';

/** Files of one decoding for rows that wait, in its own folder, which is removed with them. */
export class ScratchFiles {
  readonly #folder: string;
  readonly #files: number[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(): Scratch {
    const file = openSync(join(this.#folder, `rows-${this.#files.length}`), 'w+');
    this.#files.push(file);
    return {
      write(bytes, at) {
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(file, bytes, done, bytes.length - done, at + done);
        }
      },
      read(into, at) {
        for (let done = 0; done < into.length; ) {
          const count = readSync(file, into, done, into.length - done, at + done);
          if (count === 0) throw new Error('a scratch file is shorter than what was written');
          done += count;
        }
      },
    };
  }

  close(): void {
    for (const file of this.#files.splice(0)) closeSync(file);
  }
}
