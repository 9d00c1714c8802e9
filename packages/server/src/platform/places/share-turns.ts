import { hostOf } from './host-of.ts';

/** Turns at something scarce, in rotation among the hosts that wait. */
export interface Turns {
  /** How to end the turn once it has come; undefined when too many of the host, or in all, wait. */
  take(address: string): Promise<(() => void) | undefined>;
}

interface Bounds {
  readonly atOnce: number;
  /** Of one host that wait. */
  readonly aHost: number;
  /** That wait in all; beyond it the host that waits most gives way to one that waits less. */
  readonly inAll: number;
}

type Waiter = (end: (() => void) | undefined) => void;

export function shareTurns(most: Bounds): Turns {
  /** By host, in the order of their turns. */
  const queues = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  function begin(): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      passOn();
    };
  }

  /** The turn goes to the next host, or is free. */
  function passOn(): void {
    const [first] = queues;
    if (first === undefined) {
      running -= 1;
      return;
    }
    const [host, queue] = first;
    const waiter = queue.shift();
    queues.delete(host);
    if (queue.length > 0) queues.set(host, queue);
    waiting -= 1;
    waiter?.(begin());
  }

  /** Takes the place of the host that waits most; not when that is no more than this one would. */
  function giveWay(length: number): boolean {
    let longest: Waiter[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= length + 1) return false;
    waiting -= 1;
    longest.pop()?.(undefined);
    return true;
  }

  return {
    async take(address) {
      if (running < most.atOnce) {
        running += 1;
        return begin();
      }
      const host = hostOf(address);
      const queue = queues.get(host) ?? [];
      if (queue.length >= most.aHost) return undefined;
      if (waiting >= most.inAll && !giveWay(queue.length)) return undefined;
      queues.set(host, queue);
      waiting += 1;
      return new Promise((resolve) => queue.push(resolve));
    },
  };
}
