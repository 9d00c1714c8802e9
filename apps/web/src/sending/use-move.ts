import { api, type LedgerRecord } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refetchTable } from '../base/cached-query.ts';
import { notify } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import { syncKeys } from './every.ts';

/** What can be done with the original of a record on a hub. */
export type Move = 'send' | 'cancel' | 'fetch' | 'cancelFetch';

/** On its way to the cloud, or waiting for that. */
export const isQueued = ({ cloud_state: state }: LedgerRecord) =>
  ['needs_sending', 'sending', 'resend'].includes(state);

/** The one thing that is next for a record. */
export function nextMove(record: LedgerRecord): Move {
  if (record.here) return isQueued(record) ? 'cancel' : 'send';
  return record.coming === null ? 'fetch' : 'cancelFetch';
}

export function useMove() {
  const { t } = useTranslation('sync');
  const server = useServer();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ move, ids }: { move: Move; ids: readonly number[] }) => {
      const body = { record_ids: [...ids] };
      switch (move) {
        case 'send':
          return server.call(api.sendRecords, { body: { ...body, first: true } });
        case 'cancel':
          return server.call(api.cancelSending, { body });
        case 'fetch':
          return server.call(api.fetchRecords, { body });
        case 'cancelFetch':
          return server.call(api.fetchRecords, { body: { ...body, cancel: true } });
      }
    },
    onSuccess: ({ count }, { move, ids }) => {
      if (move === 'send' && count < ids.length) {
        notify({ kind: 'warning', text: t('fewerSent', { sent: count, asked: ids.length }) });
      }
      return Promise.all([queries.invalidateQueries({ queryKey: syncKeys.all }), refetchTable(queries, 'records')]);
    },
  });
}
