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
import { syncKeys } from '../../sending/every.ts';
import { LoadingFailed } from '../../tables/list-states.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import styles from './conflicts.module.css';
import { DifferingText } from './differing-text.tsx';
import { Lanes } from './lanes.tsx';
import { isText, useFieldName, useSayEdit } from './say-edit.ts';
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
      {data.total > data.items.length && (
        <p className={styles.explained}>{t('newestOf', { shown: data.items.length, total: data.total })}</p>
      )}
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
  const nameOf = useServerName();
  const sides = ['lost', 'kept'] as const;
  return (
    <section className={styles.conflict}>
      <h2>
        {inPageLanguage(conflict.table_name)}
        {conflict.name !== '' && ` – ${conflict.name}`}
        {named !== undefined && <small>{named}</small>}
      </h2>
      <Lanes conflict={conflict} nameOf={nameOf} />
      <div className={styles.sides}>
        {sides.map((side) => (
          <Side
            key={side}
            field={conflict.field}
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

/** Of the server that wrote, as people call it: this hub or the cloud, or a hub by its name. */
function useServerName(): (where: string) => string {
  const { t } = useTranslation('sync');
  const isCloud = useBackendInfo()?.back_type === 'cloud';
  return (where) => {
    if (where === 'local') return t(isCloud ? 'theCloud' : 'thisHub');
    return where === 'remote' ? t(isCloud ? 'aHub' : 'theCloud') : where;
  };
}

function Side(props: {
  field: string | null;
  edit: SyncConflict['kept'];
  other: SyncConflict['kept'];
  inForce: boolean;
  pending: boolean;
  onChoose(): void;
}): ReactNode {
  const { t } = useTranslation('sync');
  const moment = useFormatDate('exact');
  const sayEdit = useSayEdit();
  const { field, edit, other, inForce } = props;
  const isCloud = useBackendInfo()?.back_type === 'cloud';
  // A hub's other side is the cloud; the cloud's are hubs, by their names.
  const ofCloud = edit.where === (isCloud ? 'local' : 'remote');
  const where = useServerName()(edit.where);
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
        {isText(edit, field) && isText(other, field) ? (
          <DifferingText text={edit.value} other={other.value} />
        ) : (
          sayEdit(edit, field)
        )}
      </p>
      <dl className={styles.facts}>
        <dt>{t('who')}</dt>
        <dd>{edit.by ?? t('byProgram')}</dd>
        <dt>{t('when')}</dt>
        <dd>{moment(edit.at)}</dd>
        <dt>{t('whereWritten')}</dt>
        <dd>{where}</dd>
      </dl>
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
