import { api, limits, type Record } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notify } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import { isSession } from './describe-record.ts';
import { recordKeys, useRecordList } from './record-queries.ts';

/** The records of a session, in the order of time. */
export function useSessionRecords({ id, client_id }: Pick<Record, 'id' | 'client_id'>) {
  return useRecordList({
    clientIds: [client_id],
    seanceIds: [id],
    pageSize: limits.recordsASession,
    sort_desc: false,
  });
}

/** What the records that are chosen can become together. */
export function sessionOf(
  records: readonly Record[],
): { readonly kind: 'make' } | { readonly kind: 'add'; readonly session: Record } | undefined {
  const sessions = records.filter(isSession);
  const others = records.filter((record) => !isSession(record));
  const [session] = sessions;
  const isPossible =
    sessions.length < 2 &&
    others.length > 0 &&
    others.every((record) => record.seance_id === null && record.may.edit && record.client_id === others[0]?.client_id);
  if (!isPossible) return undefined;
  if (session === undefined) return others.length > limits.recordsASession ? undefined : { kind: 'make' };
  const isLarge = session.seance_records.length + others.length > limits.recordsASession;
  return isLarge || !session.may.edit ? undefined : { kind: 'add', session };
}

const idsOf = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id);

interface SessionChange {
  readonly sessionId: number;
  readonly kind: 'add' | 'remove';
  /** Of records. */
  readonly ids: readonly number[];
}

/** Makes a session of records, adds some to one and takes one out; each says so, with the way back. */
export function useSessions() {
  const server = useServer();
  const queryClient = useQueryClient();
  const { t } = useTranslation('records');
  const onSettled = async () => {
    await queryClient.invalidateQueries({ queryKey: recordKeys.lists });
    await queryClient.invalidateQueries({ queryKey: ['records', 'one'] });
  };
  const undo = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSettled });
  const tell = (text: string, work: () => Promise<unknown>) =>
    notify({ kind: 'success', text, action: { label: t('session.undo'), run: () => undo.mutate(work) } });
  /** Of the session as it is just now, so that what somebody else did to it meanwhile stays. @returns what was not so before */
  const changeRecords = async ({ sessionId, kind, ids }: SessionChange): Promise<readonly number[]> => {
    const params = { id: sessionId };
    const before = idsOf((await server.call(api.readRecord, { params })).seance_records);
    const others = before.filter((id) => !ids.includes(id));
    const record_ids = kind === 'add' ? [...others, ...ids] : others;
    await server.call(api.editRecord, { params, body: { record_ids } });
    return ids.filter((id) => before.includes(id) === (kind === 'remove'));
  };
  const make = useMutation({
    mutationFn: (records: readonly Record[]) =>
      server.call(api.uploadRecord, { body: { record_type: 'seance', record_ids: idsOf(records) } }),
    onSuccess: ({ id }, records) =>
      tell(t('session.made', { count: records.length }), () => server.call(api.deleteRecords, { body: [id] })),
    onSettled,
  });
  const change = useMutation({
    mutationFn: changeRecords,
    onSuccess: (changed, { sessionId, kind, ids }) => {
      const back: SessionChange = { sessionId, kind: kind === 'add' ? 'remove' : 'add', ids: changed };
      tell(t(kind === 'add' ? 'session.added' : 'session.removed', { count: ids.length }), () => changeRecords(back));
    },
    onSettled,
  });
  return {
    isPending: make.isPending || change.isPending,
    make: (records: readonly Record[]) => make.mutate(records),
    add: (session: Record, records: readonly Record[]) =>
      change.mutate({ sessionId: session.id, kind: 'add', ids: idsOf(records.filter((one) => !isSession(one))) }),
    remove: (session: Record, record: Record) =>
      change.mutate({ sessionId: session.id, kind: 'remove', ids: [record.id] }),
  };
}
