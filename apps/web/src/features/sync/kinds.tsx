import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { everyMilliseconds, syncKeys } from './every.ts';
import styles from './sync.module.css';

/** Of each kind of rows: how many are known here, wait for being sent, wait for another row, and were not taken. */
export function Kinds(): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const language = useAppearance((appearance) => appearance.language);
  const { data = [] } = useQuery({
    queryKey: syncKeys.tables,
    queryFn: ({ signal }) => server.call(api.listSyncTables, { signal }),
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  const number = (value: number) => (
    <td className={value === 0 ? styles.zero : styles.number}>{formatNumber(value, 0, language)}</td>
  );
  return (
    <section className={styles.kinds}>
      <header className={styles.bar}>
        <h2>{t('kinds')}</h2>
      </header>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('kind')}</th>
              <th scope="col">{t('known')}</th>
              <th scope="col">{t('waiting')}</th>
              <th scope="col" title={t('heldText')}>
                {t('held')}
              </th>
              <th scope="col">{t('refused')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((kind) => (
              <tr key={kind.name}>
                <th scope="row">
                  {inPageLanguage(kind.display_name)}
                  {kind.why_not !== null && <span className={styles.why}>{inPageLanguage(kind.why_not)}</span>}
                </th>
                {number(kind.rows)}
                {number(kind.waiting)}
                {number(kind.held)}
                {number(kind.refused)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.foot}>{t('withDeletions')}</p>
    </section>
  );
}
