import { setImmediate as nextTurn } from 'node:timers/promises';

/** Asked between the steps of long work: lets other work go on once the event loop was held for `heldMs`. */
export function pauseAfter(heldMs: number): () => Promise<void> | undefined {
  let sinceMs = performance.now();
  return () => {
    if (performance.now() - sinceMs < heldMs) return undefined;
    return nextTurn().then(() => {
      sinceMs = performance.now();
    });
  };
}
