import { setTimeout as delay } from 'node:timers/promises';

/** An answer that is being made, and the one after it that somebody asked for meanwhile. */
interface Making<T> {
  readonly over: Promise<void>;
  next: Promise<T> | undefined;
}

/**
 * Answers a function that shares what is made between those who ask for the same while it is being made: they all get the
 * next one, which is no older than their question. `restMs`: between two that follow each other, for what costs much.
 */
export function shareAnswers<T>(restMs = 0): (what: string, make: () => Promise<T>) => Promise<T> {
  const beingMade = new Map<string, Making<T>>();
  const rest = () => (restMs > 0 ? delay(restMs) : undefined);

  function begin(what: string, make: () => Promise<T>): Promise<T> {
    const answer = make();
    const making: Making<T> = { over: answer.catch(() => {}).then(() => end(what, making)), next: undefined };
    beingMade.set(what, making);
    // Whoever asks again once it is answered comes alone.
    return making.over.then(() => answer);
  }

  function end(what: string, making: Making<T>): void {
    if (making.next === undefined) beingMade.delete(what);
  }

  return (what, make) => {
    const making = beingMade.get(what);
    if (making === undefined) return begin(what, make);
    making.next ??= making.over.then(rest).then(() => begin(what, make));
    return making.next;
  };
}
