import {
  api,
  type Selection,
  type SelectionCreate,
  type SelectionEdit,
  type VariableStatistics,
} from '@sillage/contract';
import { sayStatistics } from '@sillage/domain';
import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useServer } from '../../base/services.tsx';
import type { Curve } from '../../charts/curve.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import { recordKeys, type SamplesOf } from '../../records/record-queries.ts';
import { requestCurves } from '../../records/request-curves.ts';
import { type RecordDisplay, useRecordDisplay } from './record-display.ts';
import { landmarksOf } from './window-figures.ts';

export type Statistics = z.infer<typeof VariableStatistics>;
/** By variable. */
export type StatisticsTable = ReadonlyMap<string, Statistics>;

export function useSelections(id: number) {
  const server = useServer();
  return useQuery({
    queryKey: recordKeys.selections(id),
    queryFn: ({ signal }) => server.call(api.listSelections, { params: { id }, signal }),
  });
}

function statisticsQuery(
  server: ReturnType<typeof useServer>,
  record: SamplesOf,
  window: TimeWindow,
  variables: string[],
  more: { readonly median?: 'true' } = {},
  enabled = true,
) {
  return {
    queryKey: recordKeys.statistics(record, { window, variables, ...more }),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<StatisticsTable> => {
      const query = { t0: window.from, t1: window.to, variable: variables, ...more };
      const reply = await server.call(api.readRecordStatistics, { params: { id: record.id }, query, signal });
      return new Map(reply.default.data.map((row) => [row.variable, row]));
    },
    enabled: enabled && variables.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  };
}

/** Statistics as they are said. */
function sayTable(table: StatisticsTable, { sayings }: RecordDisplay): StatisticsTable {
  if (sayings.size === 0) return table;
  return new Map([...table].map(([name, row]) => [name, sayStatistics(sayings.get(name), row)]));
}

/** Statistics on raw samples of each window, in the windows' order; undefined until they are there. */
export function useStatistics(
  record: SamplesOf,
  windows: readonly TimeWindow[],
  variables: readonly string[],
  withMedian: boolean,
) {
  const tables = useTables(record, windows, variables);
  // They are read of all samples: the other figures do not wait for them.
  const medians = useTables(record, windows, variables, { median: 'true' }, withMedian);
  return tables.map((table, index) => {
    const read = withMedian ? medians[index] : undefined;
    return table && read
      ? new Map([...table].map(([name, row]) => [name, { ...row, median: read.get(name)?.median }]))
      : table;
  });
}

function useTables(
  record: SamplesOf,
  windows: readonly TimeWindow[],
  variables: readonly string[],
  more: { readonly median?: 'true' } = {},
  enabled = true,
): (StatisticsTable | undefined)[] {
  const server = useServer();
  const wanted = [...variables].sort();
  const display = useRecordDisplay();
  return useQueries({
    queries: windows.map((window) => statisticsQuery(server, record, window, wanted, more, enabled)),
    combine: (results) => results.map(({ data }) => data && sayTable(data, display)),
  });
}

/** The statistics of one window. */
export function useStatisticsOf(record: SamplesOf, window: TimeWindow, variables: readonly string[]) {
  const server = useServer();
  const display = useRecordDisplay();
  const { data } = useQuery(statisticsQuery(server, record, window, [...variables].sort()));
  return useMemo(() => data && sayTable(data, display), [data, display]);
}

/** One pixel column: its first, lowest, highest and last sample. */
const pointsOfAWindow = 4;

/** Landmarks by variable of each window, in the windows' order; undefined until they are there, or while none are wanted. */
export function useLandmarks(
  record: SamplesOf,
  windows: readonly TimeWindow[],
  variables: readonly string[],
  enabled: boolean,
) {
  const server = useServer();
  const wanted = [...variables].sort();
  const { sayings } = useRecordDisplay();
  return useQueries({
    queries: windows.map((window) => ({
      queryKey: recordKeys.statistics(record, { landmarks: window, wanted }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        requestCurves(server, record.id, { variables: wanted, window, maxData: pointsOfAWindow, x: 'time', signal }),
      enabled: enabled && wanted.length > 0,
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
      meta: { quiet: true },
    })),
    combine: (results) =>
      results.map(
        ({ data }) => data && new Map(data.map((curve) => [curve.variable, landmarksOf(said(curve, sayings))])),
      ),
  });
}

function said(curve: Curve, sayings: RecordDisplay['sayings']): Curve {
  const say = sayings.get(curve.variable);
  return say === undefined ? curve : { ...curve, values: curve.values.map((value) => say.of(value)) };
}

/** Adds, changes and deletes selections; the list follows. */
export function useSelectionEdits(id: number) {
  const server = useServer();
  const queryClient = useQueryClient();
  const onSettled = async () => {
    await queryClient.invalidateQueries({ queryKey: recordKeys.selections(id) });
    await queryClient.invalidateQueries({ queryKey: recordKeys.record(id), exact: true });
  };
  const put = (list: Selection[] | undefined, changed: Selection) =>
    [...(list ?? []).filter((one) => one.id !== changed.id), changed].sort((a, b) => a.num - b.num);
  const keep = (changed: Selection) =>
    queryClient.setQueryData<Selection[]>(recordKeys.selections(id), (list) => put(list, changed));
  return {
    create: useMutation({
      mutationFn: (body: z.input<typeof SelectionCreate>) => server.call(api.createSelection, { params: { id }, body }),
      onSuccess: keep,
      onSettled,
    }),
    edit: useMutation({
      mutationFn: ({ selectionId, body }: { selectionId: number; body: z.input<typeof SelectionEdit> }) =>
        server.call(api.editSelection, { params: { id, selectionId }, body }),
      onSuccess: keep,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (selectionId: number) => server.call(api.deleteSelection, { params: { id, selectionId } }),
      onSettled,
    }),
  };
}
