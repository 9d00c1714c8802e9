import { mdiCloudDownloadOutline, mdiCloudUploadOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { LedgerRecord } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesOfMove, bytesOfMoves, useAskedMove } from '../../sending/use-asked-move.tsx';
import { nextMove } from '../../sending/use-move.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './sync.module.css';

const icons = { send: mdiCloudUploadOutline, fetch: mdiCloudDownloadOutline };

/** Does the next thing with one record. */
export function MoveButton({ record, isMetered }: { record: LedgerRecord; isMetered: boolean }): ReactNode {
  const { t } = useTranslation('sync');
  const asked = useAskedMove(isMetered);
  const move = nextMove(record);
  const icon = move === 'send' || move === 'fetch' ? icons[move] : undefined;
  return (
    <>
      <Button
        size="small"
        {...(icon !== undefined && { startIcon: <Icon path={icon} size={18} /> })}
        loading={asked.isPending}
        onClick={() => asked.move({ move, ids: [record.record_id], bytes: bytesOfMove(move, record) })}
      >
        {t(move === 'send' && record.cloud ? 'move.sendAgain' : `move.${move}`)}
      </Button>
      {asked.question}
    </>
  );
}

/** What can be done with the chosen ones, each with how many it is about; replacing copies in the cloud says so. */
export function MoveBar(props: { chosen: readonly LedgerRecord[]; isMetered: boolean; onDone(): void }): ReactNode {
  const { t } = useTranslation('sync');
  const asked = useAskedMove(props.isMetered);
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
          disabled={asked.isPending}
          onClick={() =>
            asked.move({
              move,
              ids: records.map((record) => record.record_id),
              bytes: bytesOfMoves(move, records),
              onDone,
            })
          }
        >
          {t(`moveMany.${move}`, { count: records.length })}
        </Button>
      ))}
      {asked.question}
    </div>
  );
}
