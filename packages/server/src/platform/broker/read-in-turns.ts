import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';

/** ms that reading holds the event loop in one of its turns; what is read at once is not cut. */
const heldMs = 5;

/** Those with something to read for which this turn had no time, in the order of asking. */
const waiting = new Set<Duplex>();
/** When the present share of time began. */
let sinceMs = Number.NEGATIVE_INFINITY;
let isAsked = false;

/**
 * Lets a stream whose consumer reads when it is `readable` share the event loop with the others that do: the loop hands
 * out what hundreds received in one turn, however long it takes to read that. Beyond a turn's share there is nothing to
 * read until a later one, and the stream, full, is not filled meanwhile.
 */
export function readInTurns(stream: Duplex): void {
  const read = stream.read.bind(stream);
  stream.read = (size?: number): unknown => (size === 0 || mayRead(stream) ? read(size) : null);
}

/** A new share begins in a turn of the loop that was asked for, so that no turn has two. */
function mayRead(stream: Duplex): boolean {
  if (performance.now() - sinceMs <= heldMs) return true;
  waiting.add(stream);
  ask();
  return false;
}

function ask(): void {
  if (!isAsked) setImmediate(share);
  isAsked = true;
}

function share(): void {
  isAsked = false;
  sinceMs = performance.now();
  for (const stream of waiting) {
    if (performance.now() - sinceMs > heldMs) return void ask();
    waiting.delete(stream);
    if (!stream.destroyed) stream.emit('readable');
  }
}
