import { join } from 'node:path';
import { fileStem } from './module-metadata.ts';
import { openSamples } from './open-module.ts';

/** Samples of a module that a thread reads anywhere, at once: not for the event loop. */
export interface SampleColumns {
  readonly samples: number;
  readonly rateHz: number;
  /** `T` or a column: as many samples as there is room, from one on. */
  read(column: string, from: number, into: Float64Array): void;
  close(): Promise<void>;
}

/** Opens a module for itself. Undefined when its file is absent or not ours. */
export async function openSampleColumns(folder: string, module: string): Promise<SampleColumns | undefined> {
  const opened = await openSamples(join(folder, `${fileStem(module)}.parquet`));
  if (!opened) return undefined;
  const { samples: file, stored } = opened;
  let floats = new Float32Array(0);
  return {
    samples: file.rows,
    rateHz: stored.rateHz,
    read(column, from, into) {
      const place = column === 'T' ? 0 : stored.columns.findIndex(({ name }) => name === column) + 1;
      if (place === 0 && column !== 'T') throw new RangeError(`${module} has no column ${column}`);
      if (place === 0 || stored.columns[place - 1]?.type === 'f64') {
        file.readIntoNow(place, from, into.length, bytesOf(into));
        return;
      }
      if (floats.length < into.length) floats = new Float32Array(into.length);
      const read = floats.subarray(0, into.length);
      file.readIntoNow(place, from, into.length, bytesOf(read));
      into.set(read);
    },
    close: () => file.close(),
  };
}

const bytesOf = (numbers: Float32Array | Float64Array) =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
