import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createSignalWriter } from '../store/index.ts';
import type { ExportDependencies, ExportSource, Processing } from './export-source.ts';

/** The Parquet files of an export; `release` once they have been sent. */
export interface ParquetFiles {
  readonly files: readonly { readonly name: string; open(): Readable }[];
  release(): Promise<void>;
}

/** The signal store's own files for a whole record; files written for the occasion for a part of it. */
export async function parquetFiles(
  { folder, log }: ExportDependencies,
  source: ExportSource,
  processing: Processing,
): Promise<ParquetFiles> {
  const isWhole = source.selectionNum === undefined && processing.rateHz === undefined && !processing.dropNan;
  if (isWhole) return { files: await filesIn(folder.signals(source.record.uid)), release: async () => undefined };
  const root = await mkdtemp(join(folder.temporary, 'export-'));
  const release = () =>
    rm(root, { recursive: true, force: true }).catch((error) => log.warn({ error: String(error) }, 'an export stays'));
  try {
    const made = join(root, 'signals');
    const writer = createSignalWriter(made, root);
    for (const module of source.modules) {
      const into = writer.module({ ...module, rateHz: processing.rateHz ?? module.rateHz });
      for await (const { timesSeconds, values } of module.samples(processing)) {
        await into.append({ timesSeconds, columns: values });
      }
    }
    await writer.finish();
    return { files: await filesIn(made), release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function filesIn(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.parquet')).sort();
  return names.map((name) => ({ name, open: () => createReadStream(join(folder, name)) }));
}
