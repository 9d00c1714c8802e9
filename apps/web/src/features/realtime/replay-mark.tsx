import { mdiReplay } from '@mdi/js';
import { isReplayNumber } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveDevice } from '../../live/merge-device.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './replay-mark.module.css';

/** On a virtual device that plays a record: that it is no real one. */
export function ReplayMark({ device }: { device: Pick<LiveDevice, 'number'> }): ReactNode {
  const { t } = useTranslation('realtime');
  if (!isReplayNumber(device.number)) return null;
  return (
    <span className={styles.mark} title={t('replay.title')}>
      <Icon path={mdiReplay} size={14} />
      {t('replay.mark')}
    </span>
  );
}
