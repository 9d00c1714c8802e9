import { Transform, type TransformCallback } from 'node:stream';
import { type Refusal, refuse } from '@sillage/contract';
import { sayBytes } from '@sillage/domain';
import { codeOf } from '../files/index.ts';
import type { Reservation } from './open-disk-ledger.ts';

/** Ends a stream whose bytes have no room. */
export class DiskFull extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.body().message.en);
    this.refusal = refusal;
  }
}

/** Of the system, and of PostgreSQL, whose own files met the same. */
const fullCodes: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Why a write had no room: refused by the ledger, or by the system or the database because somebody else took the room. */
export function refusalOfFullDisk(error: unknown): Refusal | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof DiskFull) return at.refusal;
    if (fullCodes.has(codeOf(at))) return refuse('disk.full', nothingLeft);
  }
  return undefined;
}

const nothingLeft = { needed: { fr: 'quelques octets de plus', en: 'some more bytes' }, free: sayBytes(0) };

/** Asked for at once beyond what was reserved. */
const stepBytes = 16 * 1024 ** 2;

/** Passes bytes on to a file as long as there is room for them: what was reserved, then as much as the ledger gives. */
export function takeRoom(reservation: Reservation): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      const pass = () => {
        reservation.wrote(chunk.length);
        done(null, chunk);
      };
      if (chunk.length <= reservation.leftBytes) return pass();
      growFor(reservation, chunk.length).then(
        (refusal) => (refusal === undefined ? pass() : done(new DiskFull(refusal))),
        done,
      );
    },
  });
}

/** A step more, or only what is needed right now where a step has no room. */
async function growFor(reservation: Reservation, bytes: number): Promise<Refusal | undefined> {
  const neededBytes = bytes - reservation.leftBytes;
  if (neededBytes < stepBytes && (await reservation.grow(stepBytes)) === undefined) return undefined;
  return reservation.grow(neededBytes);
}
