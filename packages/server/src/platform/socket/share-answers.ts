import { setTimeout as delay } from 'node:timers/promises';

/**
 * Answers a function that shares what is made between those who ask for the same while it is being made: they all get the
 * next one, which is no older than their question. `restMs`: between two that follow each other, for what costs much.
 */
export function shareAnswers<T>(restMs = 0): (what: string, make: () => Promise<T>) => Promise<T> {
  const beingMade = new Map<string, { readonly now: Promise<unknown>; next: Promise<T> | undefined }>();
  const rest = () => (restMs > 0 ? delay(restMs) : undefined);

  function begin(what: string, make: () => Promise<T>): Promise<T> {
    const answer = make();
    const entry = { now: answer.catch(() => {}), next: undefined };
    beingMade.set(what, entry);
    void entry.now.then(() => {
      if (entry.next === undefined) beingMade.delete(what);
    });
    return answer;
  }

  return (what, make) => {
    const entry = beingMade.get(what);
    if (entry === undefined) return begin(what, make);
    entry.next ??= entry.now.then(rest).then(() => begin(what, make));
    return entry.next;
  };
}
