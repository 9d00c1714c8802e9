import { mdiCloudDownloadOutline, mdiCloudUploadOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { LedgerRecord } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nextMove, useMove } from '../../sending/use-move.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './sync.module.css';

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
