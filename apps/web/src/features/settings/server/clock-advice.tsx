import { mdiClockAlertOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { Icon } from '../../../ui/icon.tsx';
import { sayDuration } from '../../../ui/say-duration.ts';
import styles from './server.module.css';

/** s from which on a clock of a hub that is wrong is told to its people. */
const leastSeconds = 5;

/**
 * That the clock of this hub is wrong, and what sets it: the machine, since this program does not.
 * @param props.aheadSeconds of the cloud
 */
export function ClockAdvice(props: { aheadSeconds: number | null }): ReactNode {
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  const ahead = props.aheadSeconds;
  if (ahead === null || Math.abs(ahead) < leastSeconds) return null;
  const time = sayDuration(Math.abs(ahead), language);
  return (
    <div className={styles.advice} role="status">
      <p className={styles.warn}>
        <Icon path={mdiClockAlertOutline} size={16} />
        {t(ahead > 0 ? 'cloudLink.clockSlow' : 'cloudLink.clockFast', { time })}
      </p>
      <p>{t('cloudLink.clockHow')}</p>
      <code>sudo timedatectl set-ntp true</code>
    </div>
  );
}
