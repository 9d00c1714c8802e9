import { api, type Record } from '@sillage/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
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
import { useLastAnswers } from './use-last-answers.ts';

/** Requests of one kind under way: as many as browsers have connections to a server. */
const mostRequests = 6;
export const turns = takeTurns(mostRequests);
/** ms that answers of a comparison stay. */
export const keptMilliseconds = 2 * 60 * 1000;
/** ms that a record of a list is as good as one that is asked for by itself. */
const freshMilliseconds = 30 * 1000;

export const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: keptMilliseconds, meta: { quiet: true } } as const;

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

export interface ComparedCurves {
  readonly curves: readonly (CurvesOf | undefined)[];
  /** Nothing is awaited any more. */
  readonly isDrawn: boolean;
  /** Records whose curves cannot be had. */
  readonly failed: ReadonlySet<number>;
}

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
): ComparedCurves {
  const server = useServer();
  const { answers, isWhole } = useQueries({
    queries: wanted.map(({ record, variables, window, extent }) => {
      const isThere = plotWidth > 0 && spanOf(extent) > 0 && variables.length > 0;
      const tile = isThere ? tileOf(clampWindow(window, extent), plotWidth, extent) : undefined;
      const names = [...variables].sort();
      return {
        queryKey: recordKeys.curves(record, { compared: names, tile, x }),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          turns(async (): Promise<CurvesOf> => {
            const { maxData = 4 } = tile ?? {};
            const asked = { variables: names, window: tile ?? window, maxData, x, signal };
            const curves = await requestCurves(server, record.id, asked);
            return new Map(curves.map((curve) => [curve.variable, curve]));
          }),
        enabled: isComplete && tile !== undefined,
        ...kept,
      };
    }),
    combine: answersOf,
  });
  const shown = useInBatches(answers, isWhole);
  const of = wanted.map(({ record, extent }) => (spanOf(extent) > 0 ? record.id : undefined));
  return {
    curves: useLastAnswers(of, shown),
    isDrawn: isComplete && plotWidth > 0 && isWhole,
    failed: failedOf(wanted, answers),
  };
}

const failedOf = (wanted: readonly Wanted[], answers: readonly Answer<unknown>[]) =>
  new Set(wanted.flatMap(({ record }, i) => (answers[i]?.isError ? [record.id] : [])));

/** How far each record has come; nothing of one that nothing says it of, and of all while it is not wanted. */
export function useWays(
  records: readonly Record[],
  isWanted: boolean,
): { readonly ways: readonly (Way | undefined)[]; readonly isWhole: boolean } {
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
  return { ways: useInBatches(ways, isWhole), isWhole: isWanted && isWhole };
}

interface Answer<T> {
  readonly data: T | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
}

const answersOf = (results: readonly Answer<CurvesOf>[]) => ({
  answers: results.map(({ data, isFetching, isError }) => ({ data, isFetching, isError })),
  isWhole: results.every(({ isFetching }) => !isFetching),
});

const waysOf = (results: readonly Answer<Way | null>[]) => ({
  ways: results.map(({ data }) => data ?? undefined),
  isWhole: results.every(({ isFetching }) => !isFetching),
});
