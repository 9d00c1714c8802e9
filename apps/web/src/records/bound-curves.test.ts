import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { boundCurves, bytesIn } from './bound-curves.ts';
import { recordKeys } from './record-queries.ts';

const keyOf = (place: number) => recordKeys.curves({ id: 1, signals_version: 1 }, { place });
/** 160 bytes. */
const answer = () => ({
  curves: new Map([['gps.speed', { timesSeconds: new Float64Array(10), values: new Float64Array(10) }]]),
});

function open(mostBytes: number) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const stop = boundCurves(queryClient, mostBytes);
  const asked = { count: 0 };
  const options = (place: number) => ({
    queryKey: keyOf(place),
    queryFn: async () => {
      asked.count += 1;
      return answer();
    },
  });
  return {
    asked,
    stop,
    fetch: (place: number) => queryClient.fetchQuery(options(place)),
    watch: (place: number) => new QueryObserver(queryClient, options(place)).subscribe(() => {}),
    kept: () => [0, 1, 2, 3, 4].filter((place) => queryClient.getQueryData(keyOf(place)) !== undefined),
    queryClient,
  };
}

it('counts the bytes of all arrays of an answer', () => {
  expect(bytesIn(answer())).toBe(160);
  expect([bytesIn({ at: [new Float64Array(2), new Map([[1, new Float32Array(1)]])] }), bytesIn(null)]).toEqual([20, 0]);
});

it('keeps the curves that were looked at last within its bytes, whatever the time', async () => {
  const { fetch, watch, kept, stop } = open(2 * 160);
  await fetch(0);
  await fetch(1);
  // Looked at once more.
  watch(0)();
  await fetch(2);
  expect(kept()).toEqual([0, 2]);
  await fetch(3);
  expect(kept()).toEqual([2, 3]);
  stop();
});

it('never lets go of what is looked at, or of what is no curve', async () => {
  const { fetch, watch, kept, stop, queryClient } = open(0);
  await fetch(0);
  const leave = watch(1);
  queryClient.setQueryData(['records', 'one', 1], new Float64Array(100));
  await fetch(2);
  await fetch(3);
  expect(kept()).toEqual([1]);
  expect(queryClient.getQueryData(['records', 'one', 1])).toBeDefined();
  leave();
  stop();
});

it('leaves a query alone to which an observer goes from another one', async () => {
  const { fetch, kept, stop, queryClient, asked } = open(160);
  await fetch(0);
  const observer = new QueryObserver(queryClient, { queryKey: keyOf(1), queryFn: async () => answer() });
  const leave = observer.subscribe(() => {});
  await fetch(2);
  const before = asked.count;
  observer.setOptions({ queryKey: keyOf(2), queryFn: async () => answer() });
  expect(observer.getCurrentResult().data).toBeDefined();
  expect([kept().includes(2), asked.count]).toEqual([true, before]);
  leave();
  stop();
});
