import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SampleClock, ScratchColumn } from '@sillage/signal/formula';

const sampleBytes = Float64Array.BYTES_PER_ELEMENT;

/** Columns of what is computed on the way, in files of one work, whose folder is removed with them. */
export class ScratchColumns {
  readonly #folder: string;
  readonly #files: number[] = [];
  readonly #wrote: (bytes: number) => void;

  /** @param wrote told the bytes that land on the disk */
  constructor(folder: string, wrote: (bytes: number) => void) {
    this.#folder = folder;
    this.#wrote = wrote;
  }

  open(clock: SampleClock): ScratchColumn {
    const file = openSync(join(this.#folder, `column-${this.#files.length}`), 'w+');
    this.#files.push(file);
    const wrote = this.#wrote;
    let size = 0;
    return {
      clock,
      write(from, values) {
        const bytes = bytesOf(values);
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(file, bytes, done, bytes.length - done, from * sampleBytes + done);
        }
        const end = Math.max(size, (from + values.length) * sampleBytes);
        wrote(end - size);
        size = end;
      },
      read(from, into) {
        const bytes = bytesOf(into);
        for (let done = 0; done < bytes.length; ) {
          const count = readSync(file, bytes, done, bytes.length - done, from * sampleBytes + done);
          if (count === 0) throw new Error('a scratch column is shorter than what was written');
          done += count;
        }
      },
    };
  }

  close(): void {
    for (const file of this.#files.splice(0)) closeSync(file);
  }
}

const bytesOf = (numbers: Float64Array) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
