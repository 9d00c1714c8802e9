import { closeSync, fstatSync, mkdirSync, openSync, renameSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../files/index.ts';

const writeTo = promisify(write);
/** Lines that wait for a slow disk, in UTF-16 units. */
const maxWaiting = 1024 ** 2;
/** A disk that refused is asked again after so long. */
const retryMs = 1_000;

/** Where the log's lines go. Neither waits nor throws: a line that cannot be written is dropped and counted. */
export interface LineWriter {
  write(line: string): void;
}

interface OpenFile {
  readonly fd: number;
  sizeBytes: number;
}

/** Writers whose last lines are still to be written when the program ends. */
const open = new Set<{ writeRest(): void }>();
process.on('exit', () => {
  for (const writer of open) writer.writeRest();
});

/**
 * Appends to a file that becomes `<file>.1` when it is larger than `maxBytes`. A disk that is full or gone holds nothing
 * up and ends nothing: lines are dropped until it takes some again, and `dropped` is told how many they were and why.
 */
export function writeLines(
  file: string,
  maxBytes: number,
  dropped: (lines: number, reason: string) => void,
): LineWriter {
  let waiting: string[] = [];
  let waitingLength = 0;
  let target: OpenFile | undefined;
  let lost = 0;
  let reason = 'too many at once';
  let isWriting = false;
  /** The end of what is in the file is half a line. */
  let isTorn = false;

  const take = () => {
    const lines = waiting;
    waiting = [];
    waitingLength = 0;
    return lines;
  };
  const fail = (lines: number, problem: unknown) => {
    lost += lines;
    reason = codeOf(problem) ?? String(problem);
    if (target !== undefined) closeQuietly(target.fd);
    target = undefined;
  };
  const writeWaiting = async () => {
    const lines = take();
    try {
      target = openFor(file, maxBytes, target);
      let rest = Buffer.from((isTorn ? '\n' : '') + lines.join(''));
      while (rest.length > 0) {
        const { bytesWritten } = await writeTo(target.fd, rest);
        isTorn = bytesWritten < rest.length;
        target.sizeBytes += bytesWritten;
        rest = rest.subarray(bytesWritten);
      }
    } catch (problem) {
      fail(lines.length, problem);
      setTimeout(() => void begin(), retryMs).unref();
      return false;
    }
    if (lost > 0) {
      const [lines, why] = [lost, reason];
      lost = 0;
      dropped(lines, why);
    }
    return true;
  };
  const begin = async () => {
    isWriting = true;
    while (waiting.length > 0) if (!(await writeWaiting())) return;
    isWriting = false;
  };
  open.add({
    /** Tried once: a full disk must not keep the program from ending. */
    writeRest() {
      if (waiting.length === 0) return;
      try {
        target = openFor(file, maxBytes, target);
        writeSync(target.fd, (isTorn ? '\n' : '') + take().join(''));
      } catch {
        // There is nobody left to tell.
      }
    },
  });
  return {
    write(line) {
      if (waitingLength + line.length > maxWaiting) {
        lost++;
        return;
      }
      waiting.push(line);
      waitingLength += line.length;
      if (!isWriting) void begin();
    },
  };
}

function openFor(file: string, maxBytes: number, known: OpenFile | undefined): OpenFile {
  if (known !== undefined && known.sizeBytes <= maxBytes) return known;
  if (known !== undefined) closeSync(known.fd);
  const opened = openToAppend(file);
  if (opened.sizeBytes <= maxBytes) return opened;
  closeSync(opened.fd);
  renameSync(file, `${file}.1`);
  return openToAppend(file);
}

function openToAppend(file: string): OpenFile {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, 'a');
  return { fd, sizeBytes: fstatSync(fd).size };
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // It is gone already.
  }
}

/** Standard error, at once; nobody may read it any more. */
export const toStandardError: LineWriter = {
  write(line) {
    try {
      writeSync(2, line);
    } catch {
      // A closed terminal, a pipe that nobody reads.
    }
  },
};
