import type { Client } from '@sillage/client';
import { api, type Record, type RecordEdit, type RecordFilters, type RecordUpdate } from '@sillage/contract';
import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useActiveClient } from '../app/active-client.ts';
import { useApi } from '../app/services.tsx';
import { useRoom } from '../live/live.tsx';
import { withOtherData } from './read-other-data.ts';

/** Keys of server state: everything under `lists` and `record` is fresh again after a record changes. */
export const recordKeys = {
  lists: ['records', 'list'] as const,
  list: (filters: unknown) => ['records', 'list', filters] as const,
  record: (id: number) => ['records', 'one', id] as const,
  selections: (id: number) => ['records', 'one', id, 'selections'] as const,
  statistics: (id: number, window: unknown) => ['records', 'one', id, 'statistics', window] as const,
  errors: (id: number) => ['records', 'one', id, 'errors'] as const,
  curves: (id: number, request: unknown) => ['records', 'curves', id, request] as const,
};

/** A page of records; the old page stays until the new one is there. */
export function useRecordList(filters: Partial<RecordFilters>) {
  const client = useApi();
  return useQuery({
    queryKey: recordKeys.list(filters),
    queryFn: async ({ signal }) => {
      const { records, ...totals } = await client.call(api.listRecords, { body: filters, signal });
      return { records: records.map(withOtherData), ...totals };
    },
    placeholderData: keepPreviousData,
    // Changes are told only while a list is on screen: one that comes back may be old, however young it is.
    staleTime: 0,
    meta: { quiet: true },
  });
}

export function useRecord(id: number): UseQueryResult<Record> {
  const client = useApi();
  return useQuery({
    queryKey: recordKeys.record(id),
    queryFn: async ({ signal }) => withOtherData(await client.call(api.readRecord, { params: { id }, signal })),
    meta: { quiet: true },
  });
}

async function refresh(queryClient: QueryClient, update: RecordUpdate): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: recordKeys.lists });
  // Athletes are not told of which record: all that are open may be meant.
  const changed = update.record_ids.length === 0 ? [[]] : update.record_ids.map((id) => [id]);
  for (const of of changed) {
    // Those on screen are fetched at once, the others when they are shown again.
    if (update.reason === 'decoded') await queryClient.invalidateQueries({ queryKey: ['records', 'curves', ...of] });
    await queryClient.invalidateQueries({ queryKey: ['records', 'one', ...of] });
  }
}

/** Lists and open records follow what happens on the server. */
export function useRecordUpdates(): void {
  const queryClient = useQueryClient();
  const { id: clientId } = useActiveClient();
  useRoom('recordUpdate', clientId, (update) => void refresh(queryClient, update));
}

function replaceInLists(queryClient: QueryClient, id: number, edit: RecordEdit): void {
  queryClient.setQueriesData<{ records: Record[]; total: number }>({ queryKey: recordKeys.lists }, (list) =>
    list === undefined || edit.favorite === undefined
      ? list
      : { ...list, records: list.records.map((one) => (one.id === id ? { ...one, favorite: !!edit.favorite } : one)) },
  );
  queryClient.setQueryData<Record>(recordKeys.record(id), (record) =>
    record === undefined || edit.favorite === undefined ? record : { ...record, favorite: edit.favorite },
  );
}

/** Changes records; a star is filled at once and emptied again when the server refuses. */
export function useEditRecords() {
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, edit }: { ids: readonly number[]; edit: RecordEdit }) =>
      Promise.all(ids.map((id) => client.call(api.editRecord, { params: { id }, body: edit }))),
    onMutate: ({ ids, edit }) => {
      for (const id of ids) replaceInLists(queryClient, id, edit);
    },
    onSettled: (_data, _problem, { ids }) => refresh(queryClient, { record_ids: [...ids], reason: 'updated' }),
  });
}

export function useDeleteRecords() {
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]) => client.call(api.deleteRecords, { body: [...ids] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: recordKeys.lists }),
  });
}

export function useDecodeAgain() {
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => client.call(api.decodeRecord, { params: { id } }),
    onSettled: (_data, _problem, id) => refresh(queryClient, { record_ids: [id], reason: 'updated' }),
  });
}

const quarterOfAnHour = 15 * 60 * 1000;

function lists(client: Client, clientId: number) {
  return {
    people: {
      queryKey: ['client', clientId, 'people'],
      queryFn: async () => (await client.call(api.listClientUsers, { params: { clientId } })).items,
      staleTime: quarterOfAnHour,
    },
    sports: {
      queryKey: ['client', clientId, 'sports'],
      queryFn: async () => (await client.call(api.listClientSports, { params: { clientId } })).items,
      staleTime: quarterOfAnHour,
    },
    groups: {
      queryKey: ['client', clientId, 'groups'],
      queryFn: async () => (await client.call(api.listClientGroups, { params: { clientId } })).items,
      staleTime: quarterOfAnHour,
    },
    exercises: {
      queryKey: ['client', clientId, 'exercises'],
      queryFn: async () => (await client.call(api.listClientExercises, { params: { clientId } })).items,
      staleTime: quarterOfAnHour,
    },
  };
}

/** People, sports, groups and exercises of the active client, for the fields that choose among them. */
export function useClientLists() {
  const client = useApi();
  const { id: clientId } = useActiveClient();
  const queries = lists(client, clientId);
  return {
    people: useQuery(queries.people).data ?? [],
    sports: useQuery(queries.sports).data ?? [],
    groups: useQuery(queries.groups).data ?? [],
    exercises: useQuery(queries.exercises).data ?? [],
  };
}
