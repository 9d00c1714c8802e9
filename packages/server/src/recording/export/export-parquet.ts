import { Readable } from 'node:stream';
import { type SampleChunk, streamParquet } from '../store/index.ts';
import type { ExportModule } from './export-source.ts';

/** A module as Parquet, made as it is read. */
export function moduleParquet(module: ExportModule): Readable {
  async function* chunks(): AsyncGenerator<SampleChunk> {
    for await (const { timesSeconds, values } of module.samples()) yield { timesSeconds, columns: values };
  }
  return Readable.from(streamParquet(module, chunks()), { objectMode: false });
}
