import { Readable } from 'node:stream';
import { type SampleChunk, streamParquet } from '../store/index.ts';
import type { ExportModule, Processing } from './export-source.ts';

/** A module as Parquet, made as it is read. */
export function moduleParquet(module: ExportModule, processing: Processing): Readable {
  async function* chunks(): AsyncGenerator<SampleChunk> {
    for await (const { timesSeconds, values } of module.samples(processing)) yield { timesSeconds, columns: values };
  }
  const { name, type, columns } = module;
  const about = { name, type, columns, rateHz: processing.rateHz ?? module.rateHz };
  return Readable.from(streamParquet(about, chunks()), { objectMode: false });
}
