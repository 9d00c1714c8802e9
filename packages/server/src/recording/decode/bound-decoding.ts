import { type FileHandle, open } from 'node:fs/promises';
import { sampleBytes } from '@sillage/device-protocol';
import { headBytes, type ReadBound } from '@sillage/formats';
import { readJournal } from '../journal/index.ts';
import { boundModuleBytes, boundSampleBytes } from '../store/index.ts';
import { aboutOf, formatOf } from './decode-file.ts';
import type { DecodeTask } from './decode-task.ts';

/** Bytes on the disk, besides the source. */
export interface DecodingBound {
  /** What a decoding has there at any moment, at most. */
  readonly mostBytes: number;
  /** At most, when the samples of the source come in order, as nearly all do. */
  readonly orderedBytes: number;
}

const nothing: DecodingBound = { mostBytes: 0, orderedBytes: 0 };
const windowBytes = 1 << 20;
const lineFeed = 10;
const carriageReturn = 13;

/** What a decoding writes at most; nothing for a source that cannot be read, of which decoding says why. */
export async function boundDecoding(task: DecodeTask): Promise<DecodingBound> {
  let file: FileHandle;
  try {
    file = await open(task.path, 'r');
  } catch {
    return nothing;
  }
  try {
    const { size } = await file.stat();
    const found = task.source === 'journal' ? await boundJournal(task.path, size) : await boundFile(file, size, task);
    return found === undefined ? nothing : boundBytes(found);
  } finally {
    await file.close();
  }
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

async function boundFile(file: FileHandle, size: number, task: DecodeTask): Promise<ReadBound | undefined> {
  const head = new Uint8Array(Math.min(headBytes, size));
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  return formatOf(task)?.bound(head.subarray(0, bytesRead), size, aboutOf(task), () => countLines(file));
}

/** Lines of a file, at most: ends of lines within quotes count, too. */
async function countLines(file: FileHandle): Promise<number> {
  const window = new Uint8Array(windowBytes);
  let lines = 1;
  let before = 0;
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(window, 0, window.length, at);
    if (bytesRead === 0) return lines;
    for (let i = 0; i < bytesRead; i++) {
      const byte = window[i]!;
      if (byte === carriageReturn || (byte === lineFeed && before !== carriageReturn)) lines++;
      before = byte;
    }
    at += bytesRead;
  }
}

function boundBytes({ sourceBytes, modules }: ReadBound): DecodingBound {
  let mostARow = 0;
  let orderedARow = 0;
  let besides = 0;
  for (const { columns, sourceRowBytes, scratchBytes, orderedScratchBytes } of modules) {
    const bytes = boundSampleBytes(columns);
    mostARow = Math.max(mostARow, (bytes + scratchBytes) / sourceRowBytes);
    orderedARow = Math.max(orderedARow, (bytes + orderedScratchBytes) / sourceRowBytes);
    besides += boundModuleBytes(columns, sourceBytes / sourceRowBytes);
  }
  return {
    mostBytes: Math.ceil(sourceBytes * mostARow + besides),
    orderedBytes: Math.ceil(sourceBytes * orderedARow + besides),
  };
}
