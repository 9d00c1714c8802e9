import { shareAnswers } from './share-answers.ts';

/** An answer, and how many changes were known when it was begun. */
interface Kept<T> {
  readonly answer: T;
  readonly since: number;
  readonly beganMs: number;
}

export interface KeptAnswers<T> {
  /** What was answered a moment ago; undefined: nobody asked. Whether it still holds is told by what changed since. */
  known(what: string): Pick<Kept<T>, 'answer' | 'since'> | undefined;
  /** An answer that is as new as the question. */
  ask(what: string, make: () => Promise<T>): Promise<T>;
}

interface Dependencies<T> {
  readonly nowMs: () => number;
  /** Grows with whatever answers may be wrong after. */
  readonly changes: () => number;
  /** Others are asked for anew: whoever floods this server with wrong keys has none of them kept. */
  readonly isKept: (answer: T) => boolean;
}

/** Changes are told within ms; what is told to nobody counts for no longer than this. */
const keptMs = 1000;

/** Keeps answers for a moment: after a restart a thousand ask within seconds who the same few are. */
export function keepAnswers<T>({ nowMs, changes, isKept }: Dependencies<T>): KeptAnswers<T> {
  const share = shareAnswers<T>();
  const kept = new Map<string, Kept<T>>();
  let sweptMs = nowMs();

  function isOver({ beganMs }: Kept<T>): boolean {
    return nowMs() - beganMs > keptMs;
  }

  function sweep(): void {
    if (nowMs() - sweptMs <= keptMs) return;
    sweptMs = nowMs();
    for (const [what, one] of kept) if (isOver(one)) kept.delete(what);
  }

  return {
    known(what) {
      const one = kept.get(what);
      return one === undefined || isOver(one) ? undefined : one;
    },
    ask: (what, make) =>
      share(what, async () => {
        const begun = { since: changes(), beganMs: nowMs() };
        const answer = await make();
        sweep();
        if (isKept(answer)) kept.set(what, { ...begun, answer });
        else kept.delete(what);
        return answer;
      }),
  };
}
