import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';

/** ms that reading holds the event loop in one of its turns; what is read at once is not cut. */
const heldMs = 5;

/** Those with something to read for which this turn had no time, in the order of asking. */
const waiting = new Set<Duplex>();
/** When the present share of time began. */
let sinceMs = Number.NEGATIVE_INFINITY;
/** This turn of the loop has its share, used up or not. */
let isShared = false;

/**
 * Lets a stream whose consumer reads when it is `readable` share the event loop with the others that do: the loop hands
 * out what hundreds received in one turn, however long it takes to read that. Beyond a turn's share there is nothing to
 * read until a later one, and the stream, full, is not filled meanwhile.
 */
export function readInTurns(stream: Duplex): void {
  const read = stream.read.bind(stream);
  stream.read = (size?: number): unknown => {
    if (size === 0 || hasTimeToRead()) return read(size);
    waiting.add(stream);
    return null;
  };
}

/** Whether there is time left for reading in this turn of the loop. Its share begins with who asks first. */
export function hasTimeToRead(): boolean {
  const nowMs = performance.now();
  if (!isShared) {
    isShared = true;
    sinceMs = nowMs;
    setImmediate(endTurn);
  }
  return nowMs - sinceMs <= heldMs;
}

/** Those who wait get the share of the next turn. */
function endTurn(): void {
  isShared = waiting.size > 0;
  if (isShared) setImmediate(share);
}

function share(): void {
  sinceMs = performance.now();
  for (const stream of waiting) {
    if (performance.now() - sinceMs > heldMs) break;
    waiting.delete(stream);
    if (!stream.destroyed) stream.emit('readable');
  }
  endTurn();
}
