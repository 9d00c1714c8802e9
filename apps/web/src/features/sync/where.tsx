import { mdiBagSuitcaseOutline, mdiCloudOutline, mdiMinus } from '@mdi/js';
import type { LedgerRecord } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../base/backend-info.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './where.module.css';

/** Two places, an empty one a dash, then what happens next. */
export function Where({ record }: { record: LedgerRecord }): ReactNode {
  const isCloud = useBackendInfo()?.back_type === 'cloud';
  return isCloud ? <InCloud record={record} /> : <OnHub record={record} />;
}

const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.floor((100 * part) / whole));

function OnHub({ record }: { record: LedgerRecord }): ReactNode {
  const { t } = useTranslation('sync');
  const { here, cloud_state: state, sent_bytes: sent, bytes, coming } = record;
  const cloud = record.cloud || record.original_elsewhere;
  const place = here ? (cloud ? 'both' : 'hub') : 'nowhere';
  const isStill = state === 'synced' || state === 'local';
  const [part, whole] = coming === null ? [sent, bytes] : [coming.received_bytes, coming.bytes ?? 0];
  const next =
    coming !== null
      ? t('state.coming', { percent: percentOf(part, whole) })
      : !here && cloud
        ? t('state.elsewhere')
        : isStill
          ? t(`place.${place}`)
          : t(`state.${state}`, { percent: percentOf(sent, bytes) });
  return (
    <span className={`${styles.where} ${coming === null ? (styles[state] ?? '') : styles.sending}`}>
      <Icon path={here ? mdiBagSuitcaseOutline : mdiMinus} size={16} />
      <Icon path={cloud ? mdiCloudOutline : mdiMinus} size={16} />
      {next}
      {(coming !== null || state === 'sending') && <Moved percent={percentOf(part, whole)} />}
    </span>
  );
}

/** A cloud knows of itself only, and which hub told it of what has not come yet. */
function InCloud({ record }: { record: LedgerRecord }): ReactNode {
  const { t } = useTranslation('sync');
  const { here, cloud_state: state, sent_bytes: sent, bytes, from_hub: hub } = record;
  const percent = percentOf(sent, bytes);
  const isComing = !here && state === 'sending';
  const said = here
    ? t('place.here')
    : isComing
      ? t('place.arriving', { percent })
      : hub === null
        ? t('place.awaited')
        : t('place.awaitedFrom', { from: hub });
  return (
    <span className={`${styles.where} ${isComing ? styles.sending : ''}`}>
      {!here && <Icon path={mdiBagSuitcaseOutline} size={16} />}
      <Icon path={here ? mdiCloudOutline : mdiMinus} size={16} />
      {said}
      {isComing && <Moved percent={percent} />}
    </span>
  );
}

/** The text says the same to readers. */
function Moved({ percent }: { percent: number }): ReactNode {
  return (
    <span className={styles.moved} aria-hidden="true">
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}
