import { mdiBagSuitcaseOutline, mdiCloudOutline, mdiMinus } from '@mdi/js';
import type { LedgerRecord } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../base/backend-info.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './where.module.css';

/** Two places, an empty one a dash, then what happens next. */
export function Where({ record }: { record: LedgerRecord }): ReactNode {
  const { t } = useTranslation('sync');
  const { here, cloud, cloud_state: state, sent_bytes: sent, bytes, coming } = record;
  const isCloud = useBackendInfo()?.back_type === 'cloud';
  // A cloud knows of itself only: what has not come yet is on a hub.
  const isOnHub = isCloud ? !here : here;
  const place = isOnHub ? (cloud ? 'both' : 'hub') : cloud ? 'cloud' : 'nowhere';
  const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.floor((100 * part) / whole));
  const isStill = isCloud || state === 'synced' || state === 'local';
  const isMoving = coming !== null || state === 'sending';
  const [part, whole] = coming === null ? [sent, bytes] : [coming.received_bytes, coming.bytes ?? 0];
  const next =
    coming !== null
      ? t('state.coming', { percent: percentOf(coming.received_bytes, coming.bytes ?? 0) })
      : isStill
        ? t(`place.${place}`)
        : t(`state.${state}`, { percent: percentOf(sent, bytes) });
  return (
    <span className={`${styles.where} ${coming === null ? (styles[state] ?? '') : styles.sending}`}>
      <Icon path={isOnHub ? mdiBagSuitcaseOutline : mdiMinus} size={16} />
      <Icon path={cloud ? mdiCloudOutline : mdiMinus} size={16} />
      {next}
      {/* The text says the same to readers. */}
      {isMoving && (
        <span className={styles.moved} aria-hidden="true">
          <span style={{ inlineSize: `${percentOf(part, whole)}%` }} />
        </span>
      )}
    </span>
  );
}
