import type { Ledger } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { sayDuration } from '../ui/say-duration.ts';
import { LinkBanner } from './link-banner.tsx';
import styles from './sending.module.css';
import { isQueued } from './use-move.ts';

/** What is left, how long that takes, or why nothing moves. */
export function SendingProgress({ ledger }: { ledger: Ledger }): ReactNode {
  const { link, metered: isMetered, items: records, places } = ledger;
  const { t } = useTranslation('sync');
  const language = useAppearance((appearance) => appearance.language);
  if (link === null || link.state !== 'ok' || isMetered) {
    return <LinkBanner link={link} isMetered={isMetered} isAllHere={places.not_here === 0} />;
  }
  const { waiting_bytes: leftBytes, bytes_per_second: rate } = link;
  const left = formatBytes(leftBytes, language);
  const moving = records.find(({ cloud_state: state }) => state === 'sending');
  if (!records.some(isQueued)) return null;
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
