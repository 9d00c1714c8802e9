import { mdiAlertOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countStates } from '../../live/device-look.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { Icon } from '../../ui/icon.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { needsLook } from './needs-look.ts';
import styles from './state-counts.module.css';

/** How many devices are in which state, and how many somebody should look at. */
export function StateCounts(props: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const short = useScreenSize() === 'phone';
  const { lost } = useLiveLink();
  const toWatch = lost ? 0 : props.devices.filter(needsLook).length;
  const watchWords = t('count.toWatch', { count: toWatch });
  return (
    <ul className={styles.counts}>
      {countStates(props.devices, lost).map(({ word, look, count }) => {
        const words = t(look.past ? `counted.${word}` : `count.${word}`, { count });
        return (
          <li key={word} className={`${styles.count} ${styles[look.tone]}`} title={words}>
            <Icon path={look.icon} size={16} />
            {short ? (
              <>
                <span aria-hidden="true">{count}</span>
                <span className="visually-hidden">{words}</span>
              </>
            ) : (
              words
            )}
          </li>
        );
      })}
      {toWatch > 0 && (
        <li className={`${styles.count} ${styles.warn}`} title={watchWords}>
          <Icon path={mdiAlertOutline} size={16} />
          {short ? (
            <>
              <span aria-hidden="true">{toWatch}</span>
              <span className="visually-hidden">{watchWords}</span>
            </>
          ) : (
            watchWords
          )}
        </li>
      )}
    </ul>
  );
}
