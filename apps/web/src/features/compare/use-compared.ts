import { api, type Record } from '@sillage/contract';
import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query';
import { useServer } from '../../base/services.tsx';
import type { Curve } from '../../charts/curve.ts';
import { clampWindow, spanOf, type TimeWindow, tileOf } from '../../charts/time-window.ts';
import type { XKind } from '../../charts/x-marks.ts';
import { withOtherData } from '../../records/read-other-data.ts';
import { recordInLists, recordKeys } from '../../records/record-queries.ts';
import { requestCurves } from '../../records/request-curves.ts';
import type { Way } from './align-records.ts';
import { takeTurns } from './take-turns.ts';
import { useInBatches } from './use-in-batches.ts';

/** Requests of one kind under way: as many as browsers have connections to a server. */
const mostRequests = 6;
export const turns = takeTurns(mostRequests);
/** ms that answers of a comparison stay. */
const keptMilliseconds = 2 * 60 * 1000;
/** ms that a record of a list is as good as one that is asked for by itself. */
const freshMilliseconds = 30 * 1000;
/** Points of the whole of a record, by which it is aligned. */
const wholePoints = 4000;

const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: keptMilliseconds, meta: { quiet: true } } as const;

/** The records of a comparison in its order, as far as they are there; and which of them cannot be had. Lists that were shown have them. */
export function useComparedRecords(ids: readonly number[]) {
  const server = useServer();
  const queryClient = useQueryClient();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: recordKeys.record(id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        turns(async () => withOtherData(await server.call(api.readRecord, { params: { id }, signal }))),
      initialData: () => recordInLists(queryClient, id)?.record,
      initialDataUpdatedAt: () => recordInLists(queryClient, id)?.readAt,
      staleTime: freshMilliseconds,
      meta: { quiet: true },
      retry: false,
    })),
    combine: (results) => ({
      records: results.flatMap(({ data }) => (data?.visualisable ? [data] : [])),
      missing: ids.filter((_, i) => results[i]?.isError || results[i]?.data?.visualisable === false),
      isPending: results.some(({ isPending }) => isPending),
    }),
  });
}

/** Which variables of a record are wanted, and where it is looked at, in its own s or m. */
export interface Wanted {
  readonly record: Record;
  readonly variables: readonly string[];
  readonly window: TimeWindow;
  /** All of it. */
  readonly extent: TimeWindow;
}

/** Curves by `module.variable`, one request a record. */
export type CurvesOf = ReadonlyMap<string, Curve>;

/**
 * The curves of each record in its own time or distance; the old ones stay until others are there. For one axis:
 * another one is another picture. Nothing is asked before it is known which records there are: each says anew how long
 * the axis is.
 */
export function useComparedCurves(
  wanted: readonly Wanted[],
  x: XKind,
  plotWidth: number,
  isComplete: boolean,
): readonly (CurvesOf | undefined)[] {
  const server = useServer();
  const { curves, isWhole } = useQueries({
    queries: wanted.map(({ record, variables, window, extent }) => {
      const isThere = plotWidth > 0 && spanOf(extent) > 0 && variables.length > 0;
      const tile = isThere ? tileOf(clampWindow(window, extent), plotWidth, extent) : undefined;
      const names = [...variables].sort();
      return {
        queryKey: recordKeys.curves(record, { wanted: names, tile, x }),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          turns(async (): Promise<CurvesOf> => {
            const { maxData = 4 } = tile ?? {};
            const asked = { variables: names, window: tile ?? window, maxData, x, signal };
            const curves = await requestCurves(server, record.id, asked);
            return new Map(curves.map((curve) => [curve.variable, curve]));
          }),
        enabled: isComplete && tile !== undefined,
        placeholderData: keepPreviousData,
        ...kept,
      };
    }),
    combine: curvesOf,
  });
  return useInBatches(curves, isWhole);
}

/** One variable of each record as a whole, for what aligns them; nothing is asked while `isWanted` is false. */
export function useWholeCurves(
  asked: readonly { readonly record: Record; readonly variable: string | undefined }[],
  isWanted: boolean,
): readonly (Curve | undefined)[] {
  const server = useServer();
  return useQueries({
    queries: asked.map(({ record, variable }) => ({
      queryKey: recordKeys.curves(record, { whole: variable }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        turns(async (): Promise<Curve | null> => {
          const window = { from: 0, to: record.duration };
          const variables = [variable ?? ''];
          return (
            (
              await requestCurves(server, record.id, { variables, window, maxData: wholePoints, x: 'time', signal })
            )[0] ?? null
          );
        }),
      enabled: isWanted && variable !== undefined,
      ...kept,
    })),
    combine: (results) => results.map(({ data }) => data ?? undefined),
  });
}

/** How far each record has come; nothing of one that nothing says it of, and of all while it is not wanted. */
export function useWays(records: readonly Record[], isWanted: boolean): readonly (Way | undefined)[] {
  const server = useServer();
  const { ways, isWhole } = useQueries({
    queries: records.map((record) => ({
      queryKey: recordKeys.curves(record, 'way'),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        turns(async (): Promise<Way | null> => {
          const { T, D } = await server.call(api.readRecordDistance, { params: { id: record.id }, signal });
          return T.length < 2 ? null : { timesSeconds: Float64Array.from(T), metres: Float64Array.from(D) };
        }),
      enabled: isWanted,
      ...kept,
    })),
    combine: waysOf,
  });
  return useInBatches(ways, isWhole);
}

/** Where the first selection of each record begins, s. */
export function useFirstSelections(records: readonly Record[], isWanted: boolean): readonly (number | undefined)[] {
  const server = useServer();
  return useQueries({
    queries: records.map(({ id }) => ({
      queryKey: recordKeys.selections(id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        turns(() => server.call(api.listSelections, { params: { id }, signal })),
      enabled: isWanted,
      meta: { quiet: true },
    })),
    combine: (results) => results.map(({ data }) => data?.toSorted((a, b) => a.num - b.num)[0]?.t0),
  });
}

interface Answer<T> {
  readonly data: T | undefined;
  readonly isFetching: boolean;
}

const curvesOf = (results: readonly Answer<CurvesOf>[]) => ({
  curves: results.map(({ data }) => data),
  isWhole: results.every(({ isFetching }) => !isFetching),
});

const waysOf = (results: readonly Answer<Way | null>[]) => ({
  ways: results.map(({ data }) => data ?? undefined),
  isWhole: results.every(({ isFetching }) => !isFetching),
});
