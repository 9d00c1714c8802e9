import { stat } from 'node:fs/promises';
import { sampleBytes } from '@sillage/device-protocol';
import type { ReadBound } from '@sillage/formats';
import { readJournal } from '../journal/index.ts';
import { boundModuleBytes, boundSampleBytes } from '../store/index.ts';
import { type DecodeTask, derivedBound } from './decode-task.ts';

/** Bytes on the disk, besides the source. */
export interface DecodingBound {
  /** What a decoding has there at any moment, at most. */
  readonly mostBytes: number;
  /** At most, when the samples of the source come in order, as nearly all do. */
  readonly orderedBytes: number;
  /** What variables that are computed of others take besides, at most. */
  readonly derivedBytes?: number;
}

const nothing: DecodingBound = { mostBytes: 0, orderedBytes: 0 };

/** What a decoding writes at most; nothing for a source that cannot be read, of which decoding says why. Reads all of it. */
export async function boundDecoding(task: DecodeTask): Promise<DecodingBound> {
  const size = await stat(task.path).then(
    (about) => about.size,
    () => undefined,
  );
  if (size === undefined) return nothing;
  const found = task.source === 'journal' ? await boundJournal(task.path, size) : await boundFile(task);
  if (found === undefined) return nothing;
  return { ...boundBytes(found), ...(task.sports !== undefined && { derivedBytes: boundDerived(found) }) };
}

/** By how its device described itself first; a block that came late is set aside as it is. */
async function boundJournal(path: string, sizeBytes: number): Promise<ReadBound | undefined> {
  for await (const entry of readJournal(path)) {
    if (entry.kind !== 'header') continue;
    const modules = Object.values(entry.header.meta.modules).map((module) => {
      const sourceRowBytes = sampleBytes(module);
      const columns = module.columns.map(({ type }) => (type === 'int32' ? ('f64' as const) : ('f32' as const)));
      return { columns, sourceRowBytes, orderedScratchBytes: 0, scratchBytes: sourceRowBytes };
    });
    return { sourceBytes: sizeBytes, modules };
  }
  return undefined;
}

async function boundFile(task: DecodeTask): Promise<ReadBound | undefined> {
  // A thread that decodes journals does without the readers of files: their code takes 10 MB.
  const { withSource } = await import('./decode-file.ts');
  return withSource(task, (format, source, about) => format.bound(source, about));
}

/** Of modules that are as long as the longest one. */
function boundDerived({ sourceBytes, modules }: ReadBound): number {
  const longest = Math.max(0, ...modules.map(({ sourceRowBytes }) => sourceBytes / sourceRowBytes));
  const columns = Array.from({ length: derivedBound.columns }, () => 'f32' as const);
  const bytes = boundSampleBytes(columns) * longest + boundModuleBytes(columns, longest, longest);
  return Math.ceil(derivedBound.modules * bytes);
}

function boundBytes({ sourceBytes, modules }: ReadBound): DecodingBound {
  let mostARow = 0;
  let orderedARow = 0;
  let besides = 0;
  const longest = Math.max(0, ...modules.map(({ sourceRowBytes }) => sourceBytes / sourceRowBytes));
  for (const { columns, sourceRowBytes, scratchBytes, orderedScratchBytes } of modules) {
    const bytes = boundSampleBytes(columns);
    mostARow = Math.max(mostARow, (bytes + scratchBytes) / sourceRowBytes);
    orderedARow = Math.max(orderedARow, (bytes + orderedScratchBytes) / sourceRowBytes);
    besides += boundModuleBytes(columns, sourceBytes / sourceRowBytes, longest);
  }
  return {
    mostBytes: Math.ceil(sourceBytes * mostARow + besides),
    orderedBytes: Math.ceil(sourceBytes * orderedARow + besides),
  };
}
