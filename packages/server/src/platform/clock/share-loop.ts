import { setImmediate } from 'node:timers';

/** ms that long work holds the event loop in one of its turns; a step that has begun is not cut. */
const heldMs = 5;

type Work = object;

/** In the order of asking. */
const waiting: { readonly work: Work; readonly goOn: () => void }[] = [];
/** Whose turn of the event loop this is, and since when; nobody's until one asks. */
let owner: Work | undefined;
let sinceMs = 0;

function begin(work: Work): void {
  owner = work;
  sinceMs = performance.now();
  setImmediate(giveTurn);
}

/** One of those who wait goes on in each turn: many share the loop without holding it many times as long. */
function giveTurn(): void {
  owner = undefined;
  const next = waiting.shift();
  if (next === undefined) return;
  begin(next.work);
  next.goOn();
}

/** Waits for a turn of the event loop in which no other long work goes on. Before each step of 1–2 ms. */
export function nextTurn(work: Work = {}): Promise<void> {
  if (owner === undefined) begin({});
  return new Promise((goOn) => {
    waiting.push({ work, goOn });
  });
}

/**
 * For one piece of long work, to be asked before each of its short steps: waits for its next turn once it has held the
 * event loop long enough, or while the turn is another's.
 */
export function shareLoop(): () => Promise<void> | undefined {
  const work = {};
  return () => {
    if (owner === undefined) begin(work);
    return owner === work && performance.now() - sinceMs < heldMs ? undefined : nextTurn(work);
  };
}
