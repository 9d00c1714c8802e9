import { api, type Record, type Selection } from '@sillage/contract';
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useServer } from '../../base/services.tsx';
import type { TimeWindow } from '../../charts/time-window.ts';
import { recordKeys } from '../../records/record-queries.ts';
import { requestCurves } from '../../records/request-curves.ts';
import { crossingPoints, findCrossing } from './find-crossing.ts';
import { kept, turns } from './use-compared.ts';

/** What was asked for of a record; undefined also where there is nothing. */
export interface Answered<T> {
  readonly found: T | undefined;
  readonly isLooking: boolean;
}

/** How a record moves like the reference. */
export interface Likeness {
  /** s that it begins after the reference. */
  readonly offsetSeconds: number;
  readonly correlation: number;
  readonly confidence: number;
}

interface Measured {
  readonly record: Record;
  /** `module.variable`; undefined where the record lacks it. */
  readonly variable: string | undefined;
}

/** Hz of a module that does not say it: the most of any. */
const fastestHz = 5000;

/** When each record first rises over a threshold, s, on its samples; nothing is asked without a threshold. */
export function useCrossings(measured: readonly Measured[], over: number | undefined): readonly Answered<number>[] {
  const server = useServer();
  const queries = useQueryClient();
  return useQueries({
    queries: measured.map(({ record, variable = '' }) => ({
      queryKey: recordKeys.curves(record, { crossing: variable, over }),
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const read = (window: TimeWindow) =>
          queries.fetchQuery({
            queryKey: recordKeys.curves(record, { crossed: variable, window }),
            queryFn: () =>
              turns(async () => {
                const asked = { variables: [variable], window, maxData: crossingPoints, x: 'time' as const, signal };
                return (await requestCurves(server, record.id, asked))[0];
              }),
            ...kept,
          });
        const rateHz = record.modules[variable.split('.')[0] ?? '']?.rate ?? fastestHz;
        const whole = { from: 0, to: record.duration };
        return findCrossing(read, whole, over ?? Number.NaN, rateHz || fastestHz).then((at) => at ?? null);
      },
      enabled: over !== undefined && variable !== '',
      ...kept,
    })),
    combine: answered,
  });
}

/** Where each record lies on the first one by how it moves: found by the server on all samples. */
export function useLikenesses(measured: readonly Measured[], isWanted: boolean): readonly Answered<Likeness>[] {
  const server = useServer();
  const [reference] = measured;
  return useQueries({
    queries: measured.map(({ record, variable }, i) => ({
      queryKey: recordKeys.curves(record, {
        ...{ likeness: variable, of: reference?.record.id, reference: reference?.variable },
        version: reference?.record.signals_version,
      }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        turns(async (): Promise<Likeness | null> => {
          const query = {
            reference: reference?.record.id ?? 0,
            variable: variable ?? '',
            reference_variable: reference?.variable ?? '',
          };
          const reply = await server.call(api.readRecordLikeness, { params: { id: record.id }, query, signal });
          const { offset, r, confidence } = reply;
          if (offset === null || r === null || confidence === null) return null;
          return { offsetSeconds: offset, correlation: r, confidence };
        }),
      enabled: isWanted && i > 0 && variable !== undefined && reference?.variable !== undefined,
      ...kept,
    })),
    combine: answered,
  });
}

/** Where the first selection of each record begins, s. */
export function useFirstSelections(records: readonly Record[], isWanted: boolean): readonly Answered<number>[] {
  const server = useServer();
  return useQueries({
    queries: records.map(({ id }) => ({
      queryKey: recordKeys.selections(id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        turns(() => server.call(api.listSelections, { params: { id }, signal })),
      enabled: isWanted,
      meta: { quiet: true },
    })),
    combine: firstStarts,
  });
}

const answered = <T>(results: readonly UseQueryResult<T | null>[]): Answered<T>[] =>
  results.map(({ data, isLoading }) => ({ found: data ?? undefined, isLooking: isLoading }));

const firstStarts = (results: readonly UseQueryResult<Selection[]>[]): Answered<number>[] =>
  results.map(({ data, isLoading }) => ({
    found: data?.toSorted((a, b) => a.num - b.num)[0]?.t0,
    isLooking: isLoading,
  }));
