import { isRefusal, type Refusal } from '@sillage/contract';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { DecodingBound } from './bound-decoding.ts';

/** Room that a decoding has, which another thread takes up. */
export interface DecodeRoom {
  /** Shared with the thread, which adds what it writes. */
  readonly landed: BigInt64Array<SharedArrayBuffer>;
  /** Whether it is enough for variables that are computed of others. */
  readonly derives: boolean;
  release(): void;
}

/** ms in which what was written counts twice at most: as reserved, and as gone. */
const lookEveryMs = 100;

/**
 * Reserves what a decoding writes at most, or, where the disk is short, what it writes without variables that are computed of
 * others, else when samples come in order; and tells the ledger as bytes land.
 */
export async function reserveRoom(
  disk: Pick<DiskLedger, 'reserve'>,
  { mostBytes, orderedBytes, derivedBytes = 0 }: DecodingBound,
): Promise<DecodeRoom | Refusal> {
  const derived = derivedBytes > 0 ? await disk.reserve('decode', mostBytes + derivedBytes) : undefined;
  const derives = derived !== undefined && !isRefusal(derived);
  const whole = derives ? derived : await disk.reserve('decode', mostBytes);
  const room = isRefusal(whole) && orderedBytes < mostBytes ? await disk.reserve('decode', orderedBytes) : whole;
  if (isRefusal(room)) return room;
  const landed = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  let told = 0;
  const tell = () => {
    const now = Number(Atomics.load(landed, 0));
    if (now !== told) room.wrote(now - told);
    told = now;
  };
  const timer = setInterval(tell, lookEveryMs).unref();
  return {
    ...{ landed, derives },
    release() {
      clearInterval(timer);
      tell();
      room.release();
    },
  };
}
