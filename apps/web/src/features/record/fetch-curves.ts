import type { ApiClient } from '@sillage/client';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useServer } from '../../base/services.tsx';
import type { CurveTile } from '../../charts/time-window.ts';
import type { XKind } from '../../charts/x-marks.ts';
import { recordKeys, type SamplesOf } from '../../records/record-queries.ts';
import { type AskedCurves, type CurvesByName, gatherCurves } from './gather-curves.ts';
import { type RecordDisplay, useRecordDisplay } from './record-display.ts';

/** Curves by variable, and the tile that they are of: the old ones stay while others are on their way. */
export interface FetchedCurves {
  readonly curves: CurvesByName;
  readonly tile: CurveTile;
  readonly x: XKind;
}

async function fetchCurves(server: ApiClient, id: number, asked: AskedCurves): Promise<FetchedCurves> {
  return { curves: await gatherCurves(server, id, asked), tile: asked.tile, x: asked.x };
}

/** ms that an unused tile stays, so that going back draws at once. */
const keptMilliseconds = 2 * 60 * 1000;
/** ms that a tile stays which was fetched ahead and not looked at. */
const keptAheadMilliseconds = 30 * 1000;

/** Each curve in the unit in which it is said. */
function sayCurves(fetched: FetchedCurves, sayings: RecordDisplay['sayings']): FetchedCurves {
  if (sayings.size === 0) return fetched;
  const said = [...fetched.curves].map(([name, curve]) => {
    const say = sayings.get(name);
    return [
      name,
      say === undefined ? curve : { ...curve, values: curve.values.map((value) => say.of(value)) },
    ] as const;
  });
  return { ...fetched, curves: new Map(said) };
}

type Keep = (before: FetchedCurves | undefined) => FetchedCurves | undefined;
/**
 * The old picture stays, unless the axis is another, on which it would stand at other places. One function an axis: a new
 * one at each rendering would be a new picture each time, without end.
 */
const keptOn: { readonly [K in XKind]: Keep } = {
  time: (before) => (before?.x === 'time' ? before : undefined),
  distance: (before) => (before?.x === 'distance' ? before : undefined),
};

interface Asked {
  readonly record: SamplesOf;
  readonly variables: readonly string[];
  readonly tile: CurveTile;
  readonly x: XKind;
}

/** How a tile is asked for; the answer is kept for a while. */
function curvesQuery(server: ApiClient, { record, variables, tile, x }: Asked, isAhead = false) {
  const wanted = [...variables].sort();
  return {
    queryKey: recordKeys.curves(record, { wanted, tile, x }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      fetchCurves(server, record.id, { variables: wanted, tile, x, isAhead, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMilliseconds,
  };
}

/** ms that the curves rest before what may be looked at next is fetched. */
const restMilliseconds = 250;

/** Fetches ahead, one tile after the other, while nothing else is asked for; what is asked for ends it. */
export function usePrefetchedCurves(
  record: SamplesOf,
  variables: readonly string[],
  tiles: readonly CurveTile[],
  x: XKind,
  enabled: boolean,
): void {
  const server = useServer();
  const queryClient = useQueryClient();
  const { id, signals_version } = record;
  const key = JSON.stringify([id, signals_version, variables, tiles, x]);
  const fetchAll = useEffectEvent(async (over: AbortSignal) => {
    for (const tile of tiles) {
      if (over.aborted) return;
      const query = curvesQuery(server, { record, variables, tile, x }, true);
      const cancel = () => cancelUnwatched(queryClient, query.queryKey);
      over.addEventListener('abort', cancel);
      await queryClient.prefetchQuery({ ...query, gcTime: keptAheadMilliseconds, meta: { quiet: true } });
      over.removeEventListener('abort', cancel);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked for
  useEffect(() => {
    if (!enabled) return;
    const over = new AbortController();
    const timer = setTimeout(() => void fetchAll(over.signal), restMilliseconds);
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [key, enabled]);
}

/** Once it is known which tile is looked at now: that one goes on. */
function cancelUnwatched(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  queueMicrotask(() => {
    void queryClient.cancelQueries({ queryKey, exact: true, type: 'inactive' });
  });
}

/**
 * The points of a graph, as they are said. The old picture stays until the new one is there; a request that nobody waits
 * for is aborted.
 */
export function useCurves(
  record: SamplesOf,
  variables: readonly string[],
  tile: CurveTile,
  x: XKind,
  enabled: boolean,
) {
  const server = useServer();
  const { sayings } = useRecordDisplay();
  return useQuery({
    ...curvesQuery(server, { record, variables, tile, x }),
    select: useCallback((fetched: FetchedCurves) => sayCurves(fetched, sayings), [sayings]),
    enabled: enabled && variables.length > 0,
    placeholderData: keptOn[x],
  });
}
