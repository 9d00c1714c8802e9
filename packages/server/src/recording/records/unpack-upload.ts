import { randomUUID } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { sayBytes } from '@sillage/domain';
import { type DiskLedger, refusalOfFullDisk, takeRoom } from '../../platform/disk/index.ts';
import {
  codeOf,
  readHead,
  readWorkingBytes,
  removeWorkingFile,
  type WorkingFiles,
  writeWorkingFile,
} from '../../platform/files/index.ts';
import type { UploadedFile } from '../../platform/http/index.ts';

/** What a packed file may become, times its size; samples rarely pack to less than a hundredth. */
const mostTimes = 300;
/** Below it no ratio is looked at. */
const freeBytes = 16 * 1024 ** 2;

/** Ends the unpacking of a file that becomes too large. */
class TooLarge extends Error {}

/**
 * An upload as it is to be read: the content of a gzip file in its place, unpacked as a stream within the bounds of uploads;
 * any other as it is. A packed file that is damaged is refused: whoever sent it still has it.
 */
export async function unpackUpload(
  sent: UploadedFile,
  { disk, working }: { readonly disk: Pick<DiskLedger, 'reserve'>; readonly working: WorkingFiles },
): Promise<UploadedFile | Refusal> {
  const { head } = await readHead(sent.path, 2);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return sent;
  const mostBytes = Math.min(limits.uploadBytes, Math.max(freeBytes, mostTimes * sent.sizeBytes));
  const room = await disk.reserve('upload', sent.sizeBytes);
  if (isRefusal(room)) return room;
  const path = working.newPath(`upload-${randomUUID()}`);
  try {
    const target = await writeWorkingFile(path);
    await pipeline(readWorkingBytes(sent.path), createGunzip(), endBeyond(mostBytes), takeRoom(room), target);
    await removeWorkingFile(sent.path);
    return { path, filename: sent.filename.replace(/\.gz$/i, ''), sizeBytes: target.bytesWritten };
  } catch (problem) {
    await removeWorkingFile(path);
    if (problem instanceof TooLarge) return refuse('file.unpacksTooLarge', { maximum: sayBytes(mostBytes) });
    if (codeOf(problem)?.startsWith('Z_') === true) return refuse('file.damagedGzip');
    const full = refusalOfFullDisk(problem);
    if (full !== undefined) return full;
    throw problem;
  } finally {
    room.release();
  }
}

function endBeyond(mostBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      bytes += chunk.length;
      if (bytes > mostBytes) done(new TooLarge(`more than ${mostBytes} bytes`));
      else done(null, chunk);
    },
  });
}
