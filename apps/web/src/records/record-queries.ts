import type { ApiClient, Reply } from '@sillage/client';
import {
  api,
  type CachedTable,
  type Record,
  type RecordEdit,
  type RecordFilters,
  type RecordUpdate,
  type ReplyOf,
} from '@sillage/contract';
import { isInWork } from '@sillage/domain';
import {
  type Query,
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useActiveClient } from '../base/active-client.ts';
import { useCachedQuery } from '../base/cached-query.ts';
import type { Kept } from '../base/kept-answers.ts';
import { notify } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import { useRoom } from '../live/live.tsx';
import { editEach } from './edit-each.ts';
import { withOtherData } from './read-other-data.ts';
import { sparingly } from './sparingly.ts';

/** Whose samples: answers made of them are not those of another version. */
export type SamplesOf = Pick<Record, 'id' | 'signals_version'>;

/** Keys of server state: everything under `lists` and `record` is fresh again after a record changes. */
export const recordKeys = {
  lists: ['cached', 'records'] as const,
  record: (id: number) => ['records', 'one', id] as const,
  selections: (id: number) => ['records', 'one', id, 'selections'] as const,
  statistics: ({ id, signals_version }: SamplesOf, window: unknown) =>
    ['records', 'one', id, 'statistics', signals_version, window] as const,
  history: (id: number) => ['records', 'one', id, 'history'] as const,
  calibration: (id: number) => ['records', 'one', id, 'calibration'] as const,
  triedCalibration: (id: number, wanted: unknown) => ['records', 'one', id, 'calibration', wanted] as const,
  errors: (id: number) => ['records', 'one', id, 'errors'] as const,
  everyCurve: ['records', 'curves'] as const,
  curves: ({ id, signals_version }: SamplesOf, request: unknown) =>
    ['records', 'curves', id, signals_version, request] as const,
  /** Small curves of the rows of a list. */
  traces: (...ofRows: readonly unknown[]) => ['records', 'traces', ...ofRows] as const,
};

/** A page of records; the old page stays until the new one is there. */
export function useRecordList(filters: Partial<RecordFilters>, enabled = true) {
  const [clientId, ...others] = filters.clientIds ?? [];
  return useCachedQuery(
    {
      table: 'records',
      key: ['list', filters],
      clientId: others.length === 0 ? clientId : undefined,
      shape: api.listRecords.reply,
      async fetch(server, signal) {
        const { body, ...reply } = await server.request(api.listRecords, { body: filters, signal });
        return { ...reply, body: { ...body, records: body.records.map(withOtherData) } };
      },
    },
    { enabled, keepPrevious: true },
  );
}

/** A record of a list that was shown, and when that was read, ms since 1970. */
export function recordInLists(
  queryClient: QueryClient,
  id: number,
): { readonly record: Record; readonly readAt: number } | undefined {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: recordKeys.lists })) {
    if (isSum(query) || query.state.isInvalidated) continue;
    const list = queryClient.getQueryData<Kept<ReplyOf<typeof api.listRecords>>>(query.queryKey);
    const record = list?.body.records.find((one) => one.id === id);
    if (record !== undefined) return { record, readAt: query.state.dataUpdatedAt };
  }
  return undefined;
}

/** How long and how large all records are that the filters keep, whatever page is shown. */
export function useRecordTotals(filters: Partial<RecordFilters>, enabled: boolean) {
  const [clientId, ...others] = filters.clientIds ?? [];
  const { data } = useCachedQuery(
    {
      table: 'records',
      key: ['totals', filters],
      clientId: others.length === 0 ? clientId : undefined,
      shape: api.sumRecords.reply,
      fetch: (server, signal) => server.request(api.sumRecords, { body: filters, signal }),
    },
    { enabled, keepPrevious: true },
  );
  return data;
}

/** ms between two looks at a record that is being decoded. */
const lookMilliseconds = 4000;

/** It becomes readable by itself: it is being decoded, or its samples may come from another server. */
const isExpected = (record: Record) => isInWork(record.decode_state) || record.original_elsewhere;

export function useRecord(id: number): UseQueryResult<Record> {
  const server = useServer();
  return useQuery({
    queryKey: recordKeys.record(id),
    queryFn: async ({ signal }) => withOtherData(await server.call(api.readRecord, { params: { id }, signal })),
    // Its end may not be told here: of another client, or while another screen was looked at.
    refetchInterval: ({ state }) => state.data !== undefined && isExpected(state.data) && lookMilliseconds,
    meta: { quiet: true },
  });
}

/** Sums are kept beside the pages of their lists, under the same beginning of their keys. */
const isSum = ({ queryKey }: Query) => queryKey.includes('totals');

const sumListsAgain = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: recordKeys.lists, predicate: isSum });

async function refresh(
  queryClient: QueryClient,
  update: RecordUpdate,
  sumAgain: () => void = () => void sumListsAgain(queryClient),
): Promise<void> {
  sumAgain();
  await queryClient.invalidateQueries({ queryKey: recordKeys.lists, predicate: (query) => !isSum(query) });
  if (update.reason === 'decoded') await queryClient.invalidateQueries({ queryKey: recordKeys.traces() });
  // Athletes are not told of which record: all that are open may be meant.
  const changed = update.record_ids.length === 0 ? [[]] : update.record_ids.map((id) => [id]);
  for (const of of changed) {
    // Those on screen are fetched at once, the others when they are shown again.
    if (update.reason === 'decoded') await queryClient.invalidateQueries({ queryKey: ['records', 'curves', ...of] });
    await queryClient.invalidateQueries({ queryKey: ['records', 'one', ...of] });
  }
}

/** ms between two askings for the sums of a list, however many of its records change. */
const sumsRestMilliseconds = 5000;

/** Lists and open records follow what happens on the server. */
export function useRecordUpdates(): void {
  const queryClient = useQueryClient();
  const { id: clientId } = useActiveClient();
  const sums = useMemo(() => sparingly(() => void sumListsAgain(queryClient), sumsRestMilliseconds), [queryClient]);
  useEffect(() => sums.stop, [sums]);
  useRoom('recordUpdate', clientId, (update) => void refresh(queryClient, update, sums.ask));
}

function replaceInLists(queryClient: QueryClient, id: number, edit: RecordEdit): void {
  const pages = { queryKey: recordKeys.lists, predicate: (query: Query) => !isSum(query) };
  queryClient.setQueriesData<Kept<ReplyOf<typeof api.listRecords>>>(pages, (list) => {
    if (list === undefined || edit.favorite === undefined) return list;
    const starred = (one: Record) => (one.id === id ? { ...one, favorite: !!edit.favorite } : one);
    return { ...list, body: { ...list.body, records: list.body.records.map(starred) } };
  });
  queryClient.setQueryData<Record>(recordKeys.record(id), (record) =>
    record === undefined || edit.favorite === undefined ? record : { ...record, favorite: edit.favorite },
  );
}

/** Changes records, of several each that can be; a star is filled at once and emptied again when the server refuses. */
export function useEditRecords() {
  const server = useServer();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, edit }: { ids: readonly number[]; edit: RecordEdit }) =>
      editEach(ids, (id) => server.call(api.editRecord, { params: { id }, body: edit })),
    onMutate: ({ ids, edit }) => {
      for (const id of ids) replaceInLists(queryClient, id, edit);
    },
    onSettled: (_data, _problem, { ids }) => refresh(queryClient, { record_ids: [...ids], reason: 'updated' }),
  });
}

export function useDeleteRecords() {
  const server = useServer();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]) => server.call(api.deleteRecords, { body: [...ids] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: recordKeys.lists }),
  });
}

export function useDecodeAgain() {
  const server = useServer();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => server.call(api.decodeRecord, { params: { id } }),
    onSettled: (_data, _problem, id) => refresh(queryClient, { record_ids: [id], reason: 'updated' }),
  });
}

/** Asks the device for the blocks of a record that are missing, or for all of them; the record says how far that is. */
export function useFetchFromDevice() {
  const server = useServer();
  const queryClient = useQueryClient();
  const { t } = useTranslation('records');
  return useMutation({
    mutationFn: ({ id, all }: { id: number; all: boolean }) =>
      server.call(api.downloadRecordFromDevice, { params: { id }, body: { re_download: all } }),
    onSuccess: (_, { all }) => notify({ kind: 'info', text: t(all ? 'fetching.all' : 'fetching.missing') }),
    onSettled: (_data, _problem, { id }) => refresh(queryClient, { record_ids: [id], reason: 'updated' }),
  });
}

/** A list of the active client that fields choose from; fetched again only when it changed. */
function useClientList<I>(
  table: CachedTable,
  shape: z.ZodType<{ items: I[]; total: number }>,
  fetch: (
    server: ApiClient,
    of: { params: { clientId: number }; signal: AbortSignal },
  ) => Promise<Reply<{ items: I[]; total: number }>>,
): readonly I[] {
  const { id: clientId } = useActiveClient();
  const { data } = useCachedQuery({
    table,
    key: ['to choose from'],
    clientId,
    shape,
    fetch: (server, signal) => fetch(server, { params: { clientId }, signal }),
  });
  return data?.items ?? [];
}

/** People, sports, groups and exercises of the active client, for the fields that choose among them. */
export function useClientLists() {
  const { listClientUsers: users, listClientSports: sports, listClientGroups: groups, listClientExercises } = api;
  return {
    people: useClientList('users', users.reply, (server, of) => server.request(users, of)),
    sports: useClientList('sports', sports.reply, (server, of) => server.request(sports, of)),
    groups: useClientList('groups', groups.reply, (server, of) => server.request(groups, of)),
    exercises: useClientList('exercises', listClientExercises.reply, (server, of) =>
      server.request(listClientExercises, of),
    ),
  };
}
