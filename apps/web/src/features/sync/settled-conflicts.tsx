import Button from '@mui/material/Button';
import { api, type SyncConflict } from '@sillage/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage, notify } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { useFormatDate } from '../../base/use-format-date.ts';
import { syncKeys } from '../../sending/every.ts';
import styles from './conflicts.module.css';
import { useFieldName, useSayWithWriter } from './say-edit.ts';

/** What lost in the last year, each with one press that restores it; nothing when nothing lost. */
export function SettledConflicts(): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...syncKeys.conflicts, 'settled'],
    queryFn: ({ signal, pageParam }) =>
      server.call(api.listSyncConflicts, {
        query: { settled: 'true', ...(pageParam > 0 && { before: pageParam }) },
        signal,
      }),
    // Ids are greater.
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, pages) =>
      pages.reduce((shown, page) => shown + page.items.length, 0) < total ? items.at(-1)?.id : undefined,
    meta: { quiet: true },
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section className={styles.settled}>
      <h2>
        {t('settled')} <small>{t('keptOneYear')}</small>
      </h2>
      <ul>
        {items.map((conflict) => (
          <Settled key={conflict.id} conflict={conflict} />
        ))}
      </ul>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </section>
  );
}

function Settled({ conflict }: { conflict: SyncConflict }): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const queries = useQueryClient();
  const moment = useFormatDate('moment');
  const sayWithWriter = useSayWithWriter();
  const field = useFieldName()(conflict.field);
  const { id, kept, lost, settled, present, present_edit: edit } = conflict;
  // What was restored once has the other value to go back to.
  const isRestored = settled === 'restored';
  const other = isRestored ? kept : lost;
  const chosen = isRestored ? lost : kept;
  const inForce =
    conflict.field === null
      ? chosen
      : {
          ...{ is_gone: false, value: present, value_name: conflict.present_name, by: conflict.present_by },
        };
  const restore = useMutation({
    mutationFn: () =>
      server.call(api.settleSyncConflict, {
        params: { id },
        body: { choice: isRestored ? 'kept' : 'lost', ...(edit !== null && { seen: edit }) },
      }),
    onSuccess: () => {
      notify({ kind: 'success', text: t('restored') });
      return queries.invalidateQueries({ queryKey: syncKeys.all });
    },
  });
  return (
    <li>
      <div>
        <b>
          {inPageLanguage(conflict.table_name)}
          {conflict.name !== '' && ` – ${conflict.name}`}
        </b>
        {field !== undefined && <small>{field}</small>}
        <p className={styles.text}>
          {t('keptAndLost', {
            kept: sayWithWriter(inForce, conflict.field),
            lost: sayWithWriter(other, conflict.field),
          })}
        </p>
        <p className={styles.when}>
          {t(`how.${settled ?? 'merged'}`)} · {moment(conflict.settled_at ?? lost.at)}
        </p>
      </div>
      {/* A deletion is no press that says "restore". */}
      {!other.is_gone && (
        <Button size="small" loading={restore.isPending} onClick={() => restore.mutate()}>
          {t('restore')}
        </Button>
      )}
    </li>
  );
}
