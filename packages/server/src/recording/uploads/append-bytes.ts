import { createHash } from 'node:crypto';
import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { DiskFull, type DiskLedger, type Reservation, refusalOfFullDisk } from '../../platform/disk/index.ts';
import type { GrowingFiles } from '../../platform/files/index.ts';

interface Piece {
  readonly uid: string;
  readonly offset: number;
  /** Bytes that the file still lacks. */
  readonly restBytes: number;
  readonly digest: Buffer | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Ends a piece that is longer than what the file lacks. */
class TooLong extends Error {}

interface Counted {
  readonly countedBytes: number;
  readonly refusal?: Refusal;
}

/** Room on the disk for what is sent now, of which so much is kept from others at a time. */
const roomFor = (restBytes: number) => Math.min(restBytes, limits.uploadPieceBytes);

/**
 * Writes a piece of an upload. Answers how many bytes of it count, which are on the disk, and why no more do. With a digest
 * it is all or nothing; without one, what came before a connection was lost counts.
 */
export async function appendBytes(
  growing: GrowingFiles,
  disk: Pick<DiskLedger, 'reserve'>,
  piece: Piece,
): Promise<Counted> {
  const room = await disk.reserve('upload', roomFor(piece.restBytes));
  if (isRefusal(room)) return { countedBytes: 0, refusal: room };
  try {
    return await writePiece(growing, room, piece);
  } finally {
    room.release();
  }
}

async function writePiece(
  growing: GrowingFiles,
  room: Reservation,
  { uid, offset, restBytes, digest, bytes }: Piece,
): Promise<Counted> {
  const hash = createHash('sha256');
  let countedBytes = 0;
  async function* taken() {
    let came = 0;
    for await (const piece of bytes) {
      came += piece.length;
      if (came > restBytes) throw new TooLong(`more than the ${restBytes} bytes that are missing`);
      if (piece.length > room.leftBytes) {
        const refusal = await room.grow(piece.length + roomFor(restBytes - came) - room.leftBytes);
        if (isRefusal(refusal)) throw new DiskFull(refusal);
      }
      room.wrote(piece.length);
      if (digest !== undefined) hash.update(piece);
      yield piece;
    }
  }
  try {
    await growing.write(uid, offset, taken(), (written) => {
      countedBytes = written;
    });
  } catch (problem) {
    const kept = digest === undefined ? countedBytes : 0;
    const refusal = refusalOf(problem);
    if (refusal !== undefined) return { countedBytes: kept, refusal };
    throw problem;
  }
  if (digest === undefined || hash.digest().equals(digest)) return { countedBytes };
  return { countedBytes: 0, refusal: refuse('upload.checksumMismatch') };
}

function refusalOf(problem: unknown): Refusal | undefined {
  if (problem instanceof TooLong) return refuse('upload.tooLong');
  if (isCut(problem)) return refuse('request.malformed');
  return refusalOfFullDisk(problem);
}

/** The sender is gone. */
function isCut(problem: unknown): boolean {
  const codes: unknown[] = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'EPIPE'];
  return problem instanceof Error && 'code' in problem && codes.includes(problem.code);
}
