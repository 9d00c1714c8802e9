import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countStates } from '../../live/device-look.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { Icon } from '../../ui/icon.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import styles from './state-counts.module.css';

/** How many devices are in which state. */
export function StateCounts(props: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const short = useScreenSize() === 'phone';
  const { lost } = useLiveLink();
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
    </ul>
  );
}
