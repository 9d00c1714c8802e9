import { type FileHandle, open } from 'node:fs/promises';
import type { LogLine } from '@sillage/contract';
import { codeOf } from '../../platform/files/index.ts';
import { parseLine } from './parse-line.ts';

const chunkBytes = 64 * 1024;
/** Of one request: a search that finds nothing ends here. */
const maxScannedBytes = 128 * 1024 ** 2;
/** A longer line is left out. */
const maxLineBytes = 1024 ** 2;
const newline = 10;

export interface LogWanted {
  keeps(line: LogLine): boolean;
  /** Of those, the ones that hold what is searched; in pieces of what was read, each in the order of the file. */
  finds?(lines: readonly LogLine[]): Promise<readonly LogLine[]>;
  readonly limit: number;
  /** Byte position that an earlier answer gave. */
  readonly after?: number | undefined;
}

export interface LogRead {
  readonly lines: LogLine[];
  /** Where the next answer goes on: the end of the last whole line that was looked at. */
  readonly next: number;
}

/** The newest lines that are wanted, oldest first; or, after a position, the oldest ones behind it. */
export async function readLog(path: string, wanted: LogWanted): Promise<LogRead> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return { lines: [], next: 0 };
  try {
    const { size } = await file.stat();
    if (wanted.after === undefined) return await readTail(file, size, wanted);
    // A position beyond the end is one of a file that was set aside since.
    return await readOn(file, size, wanted.after > size ? 0 : wanted.after, wanted);
  } finally {
    await file.close();
  }
}

/** Goes backwards chunk by chunk, so that neither memory nor time grows with the file. */
async function readTail(file: FileHandle, size: number, wanted: LogWanted): Promise<LogRead> {
  const lines: LogLine[] = [];
  let next: number | undefined;
  /** Beginning of a line whose end was read already. */
  let rest: Buffer = Buffer.alloc(0);
  let start = size;
  while (start > 0 && lines.length < wanted.limit && size - start < maxScannedBytes) {
    const from = Math.max(0, start - chunkBytes);
    const chunk = Buffer.concat([await readBytes(file, from, start - from), rest]);
    start = from;
    let end = chunk.length;
    if (next === undefined) {
      const last = chunk.lastIndexOf(newline);
      if (last < 0) {
        // A last line that is still being written may be long; what is too long is nobody's line.
        rest = chunk.length > maxLineBytes ? Buffer.alloc(0) : chunk;
        continue;
      }
      next = from + last + 1;
      end = last + 1;
    }
    const kept: LogLine[] = [];
    while (end > 0) {
      const begin = end < 2 ? 0 : chunk.lastIndexOf(newline, end - 2) + 1;
      if (begin === 0 && from > 0) break;
      keep(chunk.subarray(begin, end), from + begin, wanted, kept);
      end = begin;
    }
    rest = end > maxLineBytes ? Buffer.alloc(0) : chunk.subarray(0, end);
    const found = (await findIn(kept.reverse(), wanted)).toReversed();
    lines.push(...found.slice(0, wanted.limit - lines.length));
  }
  return { lines: lines.reverse(), next: next ?? 0 };
}

async function readOn(file: FileHandle, size: number, after: number, wanted: LogWanted): Promise<LogRead> {
  const lines: LogLine[] = [];
  let next = await startOfLine(file, after);
  let rest: Buffer = Buffer.alloc(0);
  for (let at = next; at < size && at - next < maxScannedBytes; ) {
    const piece = await readBytes(file, at, Math.min(chunkBytes, size - at));
    if (piece.length === 0) break;
    at += piece.length;
    const chunk = Buffer.concat([rest, piece]);
    const offset = at - chunk.length;
    let begin = 0;
    const kept: LogLine[] = [];
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, begin)) {
      keep(chunk.subarray(begin, end + 1), offset + begin, wanted, kept);
      begin = end + 1;
    }
    const left = wanted.limit - lines.length;
    const found = (await findIn(kept, wanted)).slice(0, left);
    lines.push(...found);
    const last = found.at(-1);
    if (last !== undefined && found.length === left) {
      return { lines, next: offset + chunk.indexOf(newline, last.offset - offset) + 1 };
    }
    next = offset + begin;
    rest = chunk.subarray(begin);
    if (rest.length > maxLineBytes) {
      rest = Buffer.alloc(0);
      next = at;
    }
  }
  return { lines, next };
}

/** A position that nobody gave may lie within a line: then the next line is the first one. */
async function startOfLine(file: FileHandle, position: number): Promise<number> {
  if (position === 0) return 0;
  for (let at = position - 1; ; ) {
    const piece = await readBytes(file, at, chunkBytes);
    const found = piece.indexOf(newline);
    if (found >= 0 || piece.length === 0) return at + (found < 0 ? 0 : found + 1);
    at += piece.length;
  }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function findIn(lines: readonly LogLine[], { finds }: LogWanted): Promise<readonly LogLine[]> {
  return finds === undefined || lines.length === 0 ? lines : finds(lines);
}

function keep(bytes: Buffer, offset: number, wanted: LogWanted, lines: LogLine[]): void {
  const line = parseLine(bytes.toString('utf8').trimEnd(), offset);
  if (line !== undefined && wanted.keeps(line)) lines.push(line);
}
