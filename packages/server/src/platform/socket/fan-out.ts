import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';

/** An event on its way to those who were in its room when it was told. */
interface Sending {
  readonly members: readonly string[];
  readonly write: (member: string) => void;
  /** Place of the next who gets it. */
  next: number;
}

/** ms that sending holds the event loop in one of its turns, and members served between two looks at the time. */
const heldMs = 5;
const servedAtOnce = 16;
/** Events that may wait; beyond them memory counts for more than the loop. */
const mostWaiting = 4096;

/**
 * Hands events to many members in the order of telling: at once where there are few, and in later turns of the event loop
 * what would hold this one long. Devices × viewers have no bound of time by themselves.
 */
export function createFanOut(): { send(members: ReadonlySet<string>, write: Sending['write']): void } {
  const waiting: Sending[] = [];
  /** When this turn of the loop began to send; undefined until it does. */
  let sinceMs: number | undefined;

  function isTurnOver(): boolean {
    if (sinceMs !== undefined) return performance.now() - sinceMs > heldMs;
    sinceMs = performance.now();
    setImmediate(nextTurn);
    return false;
  }

  function goOn(mayPause: boolean): void {
    for (let one = waiting[0]; one !== undefined; one = waiting[0]) {
      for (; one.next < one.members.length; one.next++) {
        if (one.next % servedAtOnce === 0 && isTurnOver() && mayPause) return;
        one.write(one.members[one.next] ?? '');
      }
      waiting.shift();
    }
  }

  function nextTurn(): void {
    sinceMs = undefined;
    if (waiting.length > 0) goOn(true);
  }

  return {
    send(members, write) {
      // Most events are for one or two who look at a device: nothing is kept for them.
      if (members.size <= servedAtOnce && waiting.length === 0 && !isTurnOver()) {
        for (const member of members) write(member);
        return;
      }
      waiting.push({ members: [...members], write, next: 0 });
      goOn(waiting.length <= mostWaiting);
    },
  };
}
