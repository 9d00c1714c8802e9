import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';

/** An event on its way to those who were in its room when it was told. */
interface Sending {
  readonly members: readonly string[];
  readonly write: (member: string) => void;
  readonly bytes: number;
  /** Place of the next who gets it. */
  next: number;
}

/** ms that sending holds the event loop in one of its turns, and members served between two looks at the time. */
const heldMs = 5;
const servedAtOnce = 16;
/**
 * Bytes handed to connections in one turn, each message counted as some more than it has: most of what they cost comes
 * when the turn's queues leave, after the time that is looked at.
 */
const turnBytes = 1024 ** 2;
const messageBytes = 500;
/** Events that may wait; beyond them memory counts for more than the loop. */
const mostWaiting = 4096;

/**
 * Hands events to many members in the order of telling: at once where there are few, and in later turns of the event loop
 * what would hold this one long. Devices × viewers have no bound of time by themselves.
 */
export function createFanOut(): { send(members: ReadonlySet<string>, bytes: number, write: Sending['write']): void } {
  const waiting: Sending[] = [];
  /** This turn of the loop has its share, used up or not: when it began, and what was handed out of it. */
  let isShared = false;
  let sinceMs = Number.NEGATIVE_INFINITY;
  let servedBytes = 0;

  function isTurnOver(): boolean {
    return servedBytes > turnBytes || performance.now() - sinceMs > heldMs;
  }

  function goOn(mayPause: boolean): void {
    for (let one = waiting[0]; one !== undefined; one = waiting[0]) {
      for (; one.next < one.members.length; one.next++) {
        if (one.next % servedAtOnce === 0 && mayPause && isTurnOver()) return;
        servedBytes += one.bytes + messageBytes;
        one.write(one.members[one.next] ?? '');
      }
      waiting.shift();
    }
  }

  function beginShare(): void {
    sinceMs = performance.now();
    servedBytes = 0;
  }

  function nextTurn(): void {
    beginShare();
    goOn(true);
    endTurn();
  }

  /** Those who wait get the share of the next turn. */
  function endTurn(): void {
    isShared = waiting.length > 0;
    if (isShared) setImmediate(nextTurn);
  }

  /** Whether there is time left in this turn of the loop; its share begins with who asks first. */
  function hasTime(): boolean {
    if (isShared) return !isTurnOver();
    isShared = true;
    beginShare();
    setImmediate(endTurn);
    return true;
  }

  return {
    send(members, bytes, write) {
      // Most events are for one or two who look at a device: nothing is kept for them.
      if (members.size <= servedAtOnce && waiting.length === 0 && hasTime()) {
        servedBytes += members.size * (bytes + messageBytes);
        for (const member of members) write(member);
        return;
      }
      waiting.push({ members: [...members], write, bytes, next: 0 });
      if (!isShared) endTurn();
      else if (waiting.length > mostWaiting) goOn(false);
    },
  };
}
