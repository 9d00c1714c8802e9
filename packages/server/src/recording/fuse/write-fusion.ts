import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { zstdCompressSync } from 'node:zlib';
import { type ModuleSource, type RecordingSamples, writeMcapFile } from '@sillage/formats';
import { writeWorkingFile } from '../../platform/files/index.ts';
import { type SignalStore, withStore } from '../store/index.ts';
import type { PartToWrite, WriteTask } from './fuse-task.ts';
import { bytesWritten, rowsWritten } from './written-places.ts';

/** Writes the modules of all parts on one clock, as a file that is decoded like any other. Holds a chunk of each module. */
export async function writeFusion({ parts, path, startUs, metadata, written }: WriteTask): Promise<void> {
  await withStore(async (store) => {
    const modules: ModuleSource[] = [];
    const count = parts.reduce((sum, { names }) => sum + Object.keys(names).length, 0);
    for (const part of parts) modules.push(...(await modulesOf(store, part, count, written)));
    const file = await writeWorkingFile(path);
    const about = { startUs, metadata: [{ name: 'fusion', texts: metadata }] };
    try {
      for await (const bytes of writeMcapFile(about, modules, (chunk) => zstdCompressSync(chunk))) {
        Atomics.add(written, bytesWritten, BigInt(bytes.length));
        if (!file.write(bytes)) await once(file, 'drain');
      }
      file.end();
      await finished(file);
    } finally {
      file.destroy();
    }
  });
}

async function modulesOf(
  store: SignalStore,
  { folder, names, shiftSeconds }: PartToWrite,
  readAtOnce: number,
  written: WriteTask['written'],
): Promise<ModuleSource[]> {
  const described = await store.describe(folder);
  if (described === undefined) throw new Error('a part has no signals any more');
  return described.modules.map((module) => {
    const columns = module.columns.map(({ name }) => name);
    async function* shifted(): AsyncGenerator<RecordingSamples> {
      for await (const chunk of store.samples(folder, module.name, columns, -Infinity, Infinity, readAtOnce)) {
        Atomics.add(written, rowsWritten, BigInt(chunk.timesSeconds.length));
        // A sum of two has digits that no clock measured.
        const timesSeconds = chunk.timesSeconds.map((t) => Math.round((t + shiftSeconds) * 1e9) / 1e9);
        yield { timesSeconds, values: chunk.columns };
      }
    }
    const { type, rateHz } = module;
    return { name: names[module.name] ?? module.name, type, rateHz, columns: module.columns, chunks: shifted() };
  });
}
