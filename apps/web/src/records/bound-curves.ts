import type { Query, QueryClient } from '@tanstack/react-query';
import { recordKeys } from './record-queries.ts';

/** Bytes of curves that are kept while nobody looks at them: some twenty pictures of eight curves. */
export const mostKeptBytes = 24 * 2 ** 20;

/** Of all typed arrays in an answer. */
export function bytesIn(answer: unknown): number {
  if (ArrayBuffer.isView(answer)) return answer.byteLength;
  if (typeof answer !== 'object' || answer === null) return 0;
  const members = answer instanceof Map ? [...answer.values()] : Object.values(answer);
  return members.reduce<number>((sum, member) => sum + bytesIn(member), 0);
}

/**
 * Lets go of curves that nobody looks at, those longest ago first, as long as the others are more than `mostBytes`: the
 * time that they stay bounds nothing while somebody zooms. Answers how to end it.
 */
export function boundCurves(queryClient: QueryClient, mostBytes = mostKeptBytes): () => void {
  const cache = queryClient.getQueryCache();
  const seen = new WeakMap<Query, number>();
  let looks = 0;
  return cache.subscribe(({ type, query, ...event }) => {
    const isAnswer = type === 'updated' && 'action' in event && event.action.type === 'success';
    if (!isAnswer && type !== 'observerAdded') return;
    seen.set(query, ++looks);
    // Not when an observer goes: the query that it goes to has none yet.
    if (!isAnswer || query.queryKey[1] !== recordKeys.everyCurve[1]) return;
    const unwatched = cache
      .findAll({ queryKey: recordKeys.everyCurve, type: 'inactive', fetchStatus: 'idle' })
      .sort((a, b) => (seen.get(b) ?? 0) - (seen.get(a) ?? 0));
    let bytes = 0;
    for (const one of unwatched) {
      bytes += bytesIn(one.state.data);
      if (bytes > mostBytes) cache.remove(one);
    }
  });
}
