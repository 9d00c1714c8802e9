import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers';

/** ms that what is received holds the event loop in one of its turns; what one connection sent at once is not cut. */
const heldMs = 5;

/** When this turn of the loop began to receive; undefined until it does. */
let sinceMs: number | undefined;

function isTurnOver(): boolean {
  if (sinceMs !== undefined) return performance.now() - sinceMs > heldMs;
  sinceMs = performance.now();
  setImmediate(() => {
    sinceMs = undefined;
  });
  return false;
}

/**
 * Lets a connection share the event loop with the others that do: the loop hands out what all of them received in one turn,
 * however long it takes to read that. Beyond a turn's share it waits for a later one, and the connection is not read
 * meanwhile. For who takes what comes at once (`data`), as WebSockets do: Node hands over what it received by `push`, which
 * is public for those who make a stream only; a test says when that changes. Who reads when there is something to read
 * (`readable`) has a better way (`readInTurns` of the broker).
 */
export function receiveInTurns(connection: Readable): void {
  const push = connection.push.bind(connection);
  /** Of this connection; null is its end. */
  const waiting: { readonly chunk: unknown; readonly encoding: BufferEncoding | undefined }[] = [];

  function goOn(): void {
    const next = waiting[0];
    if (next === undefined) return;
    if (isTurnOver()) return void setImmediate(goOn);
    waiting.shift();
    if (waiting.length > 0) setImmediate(goOn);
    if (!connection.destroyed) push(next.chunk, next.encoding);
  }

  connection.push = (chunk: unknown, encoding) => {
    if (waiting.length === 0 && !isTurnOver()) return push(chunk, encoding);
    waiting.push({ chunk, encoding });
    if (waiting.length === 1) setImmediate(goOn);
    return false;
  };
}
