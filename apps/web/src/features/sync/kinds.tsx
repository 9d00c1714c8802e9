import { mdiDownload } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { api } from '@sillage/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useBackendInfo } from '../../base/backend-info.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { useFormatDate } from '../../base/use-format-date.ts';
import { everyMilliseconds, syncKeys } from '../../sending/every.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { type SyncTable, saveKinds } from './save-ledger.ts';
import styles from './sync.module.css';
import { useShortMoment } from './use-short-moment.ts';

/** Of each kind of rows: how many are known here, wait for being sent, wait for another row, and were not taken. */
export function Kinds(): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const { data = [] } = useQuery({
    queryKey: syncKeys.tables,
    queryFn: ({ signal }) => server.call(api.listSyncTables, { query: {}, signal }),
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  // A cloud sends nothing.
  const isCloud = useBackendInfo()?.back_type === 'cloud';
  const moment = useFormatDate('moment');
  const save = useMutation({ mutationFn: () => saveKinds(server) });
  const lastTry = data[0]?.last_try ?? null;
  return (
    <section className={styles.kinds}>
      <header className={styles.bar}>
        <h2>{t('kinds')}</h2>
        <span className={styles.grow} />
        <IconButton
          size="small"
          loading={save.isPending}
          title={t('saveKinds')}
          aria-label={t('saveKinds')}
          onClick={() => save.mutate()}
        >
          <Icon path={mdiDownload} size={20} />
        </IconButton>
      </header>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('kind')}</th>
              <th scope="col">{t('known')}</th>
              {!isCloud && <th scope="col">{t('waiting')}</th>}
              <th scope="col">{t('since')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((kind) => (
              <Kind key={kind.name} kind={kind} isCloud={isCloud} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.foot}>
        {[t('withDeletions'), lastTry === null ? '' : t('tried', { date: moment(lastTry) })].filter(Boolean).join('. ')}
      </p>
    </section>
  );
}

function Kind({ kind, isCloud }: { kind: SyncTable; isCloud: boolean }): ReactNode {
  const { t } = useTranslation('sync');
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const short = useShortMoment();
  const number = (value: number) => (
    <td className={value === 0 ? styles.zero : styles.number}>{formatNumber(value, 0, language)}</td>
  );
  return (
    <tr>
      <th scope="row">
        {inPageLanguage(kind.display_name)}
        {kind.held > 0 && <span className={styles.why}>{t('heldCount', { count: kind.held })}</span>}
        {kind.refused > 0 && kind.why_not !== null && (
          <span className={styles.why}>
            {t('refusedCount', { count: kind.refused, why: inPageLanguage(kind.why_not) })}
          </span>
        )}
      </th>
      {number(kind.rows)}
      {!isCloud && number(kind.waiting)}
      <td className={styles.number} title={moment(kind.since)}>
        {short(kind.since)}
      </td>
    </tr>
  );
}
