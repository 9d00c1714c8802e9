import { mdiBagSuitcaseOutline, mdiCheck, mdiCloudOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { api, type ReplyOf, type SyncConflict } from '@sillage/contract';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../base/backend-info.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { useFormatDate } from '../../base/use-format-date.ts';
import { LoadingFailed } from '../../tables/list-states.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import styles from './conflicts.module.css';
import { DifferingText } from './differing-text.tsx';
import { syncKeys } from './every.ts';
import { sayEdit, useFieldName } from './say-edit.ts';
import { SettledConflicts } from './settled-conflicts.tsx';

/** What was written on two servers that did not know of each other: both edits side by side, one press to choose. */
export function Conflicts(props: { query: UseQueryResult<ReplyOf<typeof api.listSyncConflicts>> }): ReactNode {
  const { t } = useTranslation('sync');
  const { data, error, refetch } = props.query;
  if (data === undefined && error !== null) return <LoadingFailed problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingRows />;
  return (
    <div className={styles.conflicts}>
      <p className={styles.explained}>{t('merged')}</p>
      {data.total === 0 && <p className={styles.none}>{t('noConflicts')}</p>}
      {data.items.map((conflict) => (
        <Conflict key={conflict.id} conflict={conflict} />
      ))}
      <SettledConflicts />
    </div>
  );
}

function Conflict({ conflict }: { conflict: SyncConflict }): ReactNode {
  const server = useServer();
  const queries = useQueryClient();
  const settle = useMutation({
    mutationFn: (choice: 'kept' | 'lost') =>
      server.call(api.settleSyncConflict, { params: { id: conflict.id }, body: { choice } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: syncKeys.all }),
  });
  const named = useFieldName()(conflict.field);
  const sides = ['lost', 'kept'] as const;
  return (
    <section className={styles.conflict}>
      <h2>
        {inPageLanguage(conflict.table_name)}
        {conflict.name !== '' && ` – ${conflict.name}`}
        {named !== undefined && <small>{named}</small>}
      </h2>
      <div className={styles.sides}>
        {sides.map((side) => (
          <Side
            key={side}
            edit={conflict[side]}
            other={conflict[side === 'kept' ? 'lost' : 'kept']}
            inForce={side === 'kept'}
            pending={settle.isPending}
            onChoose={() => settle.mutate(side)}
          />
        ))}
      </div>
    </section>
  );
}

function Side(props: {
  edit: SyncConflict['kept'];
  other: SyncConflict['kept'];
  inForce: boolean;
  pending: boolean;
  onChoose(): void;
}): ReactNode {
  const { t } = useTranslation('sync');
  const moment = useFormatDate('moment');
  const { edit, other, inForce } = props;
  const isCloud = useBackendInfo()?.back_type === 'cloud';
  // A hub's other side is the cloud; the cloud's are hubs, by their names.
  const ofCloud = edit.where === 'remote' || (edit.where === 'local' && isCloud);
  const where = edit.where === 'local' ? t('here') : edit.where === 'remote' ? t('there') : edit.where;
  return (
    <article className={inForce ? styles.inForce : styles.side}>
      <header>
        <Icon path={ofCloud ? mdiCloudOutline : mdiBagSuitcaseOutline} size={18} />
        <b>{where}</b>
        {inForce && (
          <span className={styles.chip}>
            <Icon path={mdiCheck} size={16} />
            {t('inForce')}
          </span>
        )}
      </header>
      <p className={styles.text}>
        {typeof edit.value === 'string' && typeof other.value === 'string' ? (
          <DifferingText text={edit.value} other={other.value} />
        ) : (
          sayEdit(edit, t)
        )}
      </p>
      <p className={styles.when}>
        {edit.by ?? t('byProgram')} · {moment(edit.at)}
      </p>
      <Button
        variant={inForce ? 'contained' : 'outlined'}
        disabled={props.pending}
        onClick={props.onChoose}
        aria-label={t(inForce ? 'keepOf' : 'chooseOf', { where })}
      >
        {t(inForce ? 'keep' : 'choose')}
      </Button>
    </article>
  );
}
