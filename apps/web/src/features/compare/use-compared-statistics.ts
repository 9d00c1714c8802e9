import { api, type VariableStatistics } from '@sillage/contract';
import { useQueries } from '@tanstack/react-query';
import type { z } from 'zod';
import { useServer } from '../../base/services.tsx';
import { sameWindow, type TimeWindow } from '../../charts/time-window.ts';
import { recordKeys } from '../../records/record-queries.ts';
import { useSettled } from '../../ui/use-settled.ts';
import type { OnAxis } from './compared-graphs.tsx';
import type { ComparedVariable } from './shared-variables.ts';
import { turns } from './use-compared.ts';
import { wayWindow } from './way-window.ts';

export type Statistics = z.infer<typeof VariableStatistics>;

/** ms that the window rests before raw samples are asked for. */
const restMilliseconds = 300;

/** What is known of what is seen of a record: figures of another window are none. */
export type Figures =
  | { readonly state: 'there'; readonly of: ReadonlyMap<string, Statistics> }
  | { readonly state: 'none' | 'waiting' | 'failed' };

interface Answer {
  readonly data: ReadonlyMap<string, Statistics> | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  refetch(): unknown;
}

const answersOf = (results: readonly Answer[]): readonly Answer[] =>
  results.map(({ data, isError, isFetching, refetch }) => ({ data, isError, isFetching, refetch }));

function figuresOf({ data, isError, isFetching }: Answer): Figures {
  if (data !== undefined) return { state: 'there', of: data };
  return { state: isError && !isFetching ? 'failed' : 'waiting' };
}

/** Of each record its statistics on raw samples of what is seen of it. */
export function useComparedStatistics(
  onAxis: readonly OnAxis[],
  variables: readonly ComparedVariable[],
  window: TimeWindow,
  byDistance: boolean,
  isWanted: boolean,
): { readonly figures: readonly Figures[]; retry(): void } {
  const server = useServer();
  const settled = useSettled(window, restMilliseconds);
  const asked = onAxis.map((one) => ({
    record: one.record,
    names: variables.flatMap(({ of }) => of.get(one.record.id) ?? []).sort(),
    seen: wayWindow(one, settled, byDistance),
  }));
  const answers = useQueries({
    queries: asked.map(({ record, names, seen }) => ({
      queryKey: recordKeys.statistics(record, { seen, names }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        turns(async () => {
          const query = { t0: seen?.from ?? 0, t1: seen?.to ?? 0, variable: names };
          const reply = await server.call(api.readRecordStatistics, { params: { id: record.id }, query, signal });
          return new Map(reply.default.data.map((row) => [row.variable, row]));
        }),
      enabled: isWanted && names.length > 0 && seen !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      meta: { quiet: true },
    })),
    combine: answersOf,
  });
  const isSettled = sameWindow(settled, window);
  const figures = asked.map(({ names, seen }, place): Figures => {
    const answer = answers[place];
    if (names.length === 0 || seen === undefined) return { state: 'none' };
    return isSettled && isWanted && answer !== undefined ? figuresOf(answer) : { state: 'waiting' };
  });
  return {
    figures,
    retry: () => {
      for (const { isError, refetch } of answers) if (isError) void refetch();
    },
  };
}
