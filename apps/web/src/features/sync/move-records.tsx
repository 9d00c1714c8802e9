import { mdiCloudDownloadOutline, mdiCloudUploadOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { api, type LedgerRecord } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../../base/services.tsx';
import { Icon } from '../../ui/icon.tsx';
import { syncKeys } from './every.ts';
import styles from './sync.module.css';

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
    onSuccess: () => queries.invalidateQueries({ queryKey: syncKeys.all }),
  });
}

const icons = { send: mdiCloudUploadOutline, fetch: mdiCloudDownloadOutline };

/** Does the next thing with one record. */
export function MoveButton({ record }: { record: LedgerRecord }): ReactNode {
  const { t } = useTranslation('sync');
  const change = useMove();
  const move = nextMove(record);
  const icon = move === 'send' || move === 'fetch' ? icons[move] : undefined;
  return (
    <Button
      size="small"
      {...(icon !== undefined && { startIcon: <Icon path={icon} size={18} /> })}
      loading={change.isPending}
      onClick={() => change.mutate({ move, ids: [record.record_id] })}
    >
      {t(move === 'send' && record.cloud ? 'move.sendAgain' : `move.${move}`)}
    </Button>
  );
}

/** What can be done with the chosen ones, each with how many it is about; replacing copies in the cloud says so. */
export function MoveBar(props: { chosen: readonly LedgerRecord[]; onDone(): void }): ReactNode {
  const { t } = useTranslation('sync');
  const change = useMove();
  const { chosen, onDone } = props;
  const moves = (['send', 'cancel', 'fetch', 'cancelFetch'] as const).flatMap((move) => {
    const records = chosen.filter((record) => nextMove(record) === move);
    return records.length === 0 ? [] : [{ move, records }];
  });
  const replaced = chosen.filter((record) => nextMove(record) === 'send' && record.cloud).length;
  return (
    <div className={styles.moves} role="toolbar" aria-label={t('chosen', { count: chosen.length })}>
      <b>{t('chosen', { count: chosen.length })}</b>
      {replaced > 0 && <span className={styles.warn}>{t('replaces', { count: replaced })}</span>}
      <span className={styles.grow} />
      {moves.map(({ move, records }) => (
        <Button
          key={move}
          variant={move === 'send' || move === 'fetch' ? 'contained' : 'outlined'}
          size="small"
          disabled={change.isPending}
          onClick={() => change.mutate({ move, ids: records.map((record) => record.record_id) }, { onSuccess: onDone })}
        >
          {t(`moveMany.${move}`, { count: records.length })}
        </Button>
      ))}
    </div>
  );
}
