import type { HealthCount } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { columns, deviceRows } from './device-rows.ts';
import styles from './health.module.css';
import { useReason } from './use-reason.ts';

/** The devices of which something was refused since the program started, the most first. */
export function DeviceTable({ counts }: { counts: readonly HealthCount[] }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const sayReason = useReason();
  const rows = deviceRows(counts);
  return (
    <section className={styles.devices}>
      <h3>
        {t('health.devices')}
        <span className={styles.count}>{formatNumber(rows.length, 0, language)}</span>
        <span className={styles.sorted}>{t('health.sorted')}</span>
      </h3>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('health.noDevices')}</p>
      ) : (
        <div className={styles.scroll}>
          <table>
            <thead>
              <tr>
                <th>{t('health.column.device')}</th>
                {columns.map((column) => (
                  <th key={column} className={styles.right}>
                    {t(`health.column.${column}`)}
                  </th>
                ))}
                <th>{t('health.column.reason')}</th>
                <th>{t('health.column.last')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ number, name, counts: of, reason, last }) => (
                <tr key={number}>
                  <th scope="row">{name ?? number}</th>
                  {columns.map((column) => (
                    <td
                      key={column}
                      className={of[column] === 0 ? styles.zero : styles.right}
                      data-label={t(`health.column.${column}`)}
                    >
                      {formatNumber(of[column], 0, language)}
                    </td>
                  ))}
                  <td className={styles.reason}>{sayReason(reason)}</td>
                  <td className={styles.quiet}>{moment(last)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
