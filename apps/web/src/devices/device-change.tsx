import { mdiArrowRight, mdiEqual, mdiShieldCheckOutline } from '@mdi/js';
import type { ConfiguredDevice, ModuleSetting } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import type { LiveDevice } from '../live/merge-device.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './send-configuration.module.css';

/** One device before and after, module by module, and what follows from it. */
export function DeviceChange({ row, device }: { row: ConfiguredDevice; device: LiveDevice | undefined }): ReactNode {
  const { t } = useTranslation('devices');
  const language = useAppearance((appearance) => appearance.language);
  const { before, after, absent, bytes_per_second: flow } = row;
  const off = t('configuration.off');
  const said = (setting: ModuleSetting | undefined) =>
    setting?.enabled ? t('configuration.rate', { rate: setting.rate, live: setting.realtimeRate }) : off;
  const rate = (bytes: number | null) =>
    bytes === null ? t('configuration.unknown') : `${formatBytes(bytes, language)}/s`;
  const hourly = (bytes: number | null) =>
    bytes === null ? t('configuration.unknown') : formatBytes(bytes * 3600, language);
  return (
    <>
      <header className={styles.detailHead}>
        <strong>{athleteNames(device?.users ?? []) || t('unpaired')}</strong>
        <span>{row.name}</span>
      </header>
      {before === null || after === null ? (
        <p className={styles.hint}>{t('configuration.notRead')}</p>
      ) : (
        <div className={styles.detailBody}>
          <p className={styles.small}>{t('configuration.beforeAfter')}</p>
          <dl className={styles.modules}>
            {Object.keys(before).map((name) => {
              const [from, to] = [said(before[name]), said(after[name])];
              return (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{from}</dd>
                  <dd className={styles.arrow}>
                    <Icon path={from === to ? mdiEqual : mdiArrowRight} size={16} />
                  </dd>
                  <dd data-changed={from !== to}>{to}</dd>
                </div>
              );
            })}
          </dl>
          {absent.length > 0 && (
            <p className={styles.small}>
              {t('configuration.absent', { modules: absent.join(', '), count: absent.length })}
            </p>
          )}
          <section className={styles.box}>
            <h4>{t('configuration.consequences')}</h4>
            <p>
              {t('configuration.flow')}
              <span>
                {rate(flow.before)} → <strong>{rate(flow.after)}</strong>
              </span>
            </p>
            <p>
              {t('configuration.hour')}
              <span>
                {hourly(flow.before)} → <strong>{hourly(flow.after)}</strong>
              </span>
            </p>
          </section>
          <p className={styles.box}>
            <Icon path={mdiShieldCheckOutline} />
            <span>{t('configuration.meaning')}</span>
          </p>
        </div>
      )}
    </>
  );
}
