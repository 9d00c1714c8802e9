import { mdiSignalOff } from '@mdi/js';
import type { LedgerRecord, SyncLink } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { inPageLanguage } from '../base/notify.ts';
import { Banner } from '../ui/banner.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import { sayDuration } from '../ui/say-duration.ts';
import styles from './sending.module.css';
import { isQueued } from './use-move.ts';

/** What is left, how long that takes, or why nothing moves. */
export function SendingProgress(props: {
  /** undefined: not known, or not to this person. */
  link: SyncLink | undefined;
  isMetered: boolean;
  records: readonly LedgerRecord[];
}): ReactNode {
  const { link, isMetered, records } = props;
  const { t } = useTranslation('sync');
  const language = useAppearance((appearance) => appearance.language);
  if (link !== undefined && !link.linked) return <p className={styles.said}>{t('notLinked')}</p>;
  const queued = records.filter(isQueued);
  // Of this page only where nothing is known of the others.
  const leftBytes =
    link?.waiting_bytes ?? queued.reduce((total, { bytes, sent_bytes: sent }) => total + bytes - sent, 0);
  const left = formatBytes(leftBytes, language);
  const rate = link?.bytes_per_second ?? null;
  const moving = records.find(({ cloud_state: state }) => state === 'sending');
  if (isMetered || link?.why_not) {
    return (
      <Banner tone="warning" icon={mdiSignalOff}>
        {link?.why_not ? inPageLanguage(link.why_not) : t('phone.metered')}
      </Banner>
    );
  }
  if (queued.length === 0) return null;
  return (
    <div className={styles.progress}>
      {moving && (
        <div className={styles.bar}>
          <progress value={moving.sent_bytes} max={moving.bytes} aria-label={t('phone.progress')} />
          <b>{`${Math.floor((100 * moving.sent_bytes) / Math.max(1, moving.bytes))}\u00a0%`}</b>
        </div>
      )}
      <p>
        {rate !== null && rate > 0
          ? t('phone.leftTime', { size: left, time: sayDuration(leftBytes / rate, language) })
          : t('phone.left', { size: left })}{' '}
        {moving && t('phone.mayLeave')}
      </p>
    </div>
  );
}
