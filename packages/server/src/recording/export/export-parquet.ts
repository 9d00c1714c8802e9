import { Readable } from 'node:stream';
import { startKey } from '@sillage/formats';
import { type SampleChunk, streamParquet } from '../store/index.ts';
import type { ExportModule } from './export-source.ts';

/** A module as Parquet, made as it is read; the file says when its T is 0. */
export function moduleParquet(module: ExportModule): Readable {
  async function* chunks(): AsyncGenerator<SampleChunk> {
    for await (const { timesSeconds, values } of module.samples()) yield { timesSeconds, columns: values };
  }
  const { startUs, timezone } = module;
  const about = {
    'record.start': new Date(startUs / 1000).toISOString(),
    [startKey]: String(startUs),
    'record.timezone': timezone,
  };
  return Readable.from(streamParquet(module, chunks(), about), { objectMode: false });
}
