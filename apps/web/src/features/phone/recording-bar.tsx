import { mdiCheckCircleOutline, mdiRecordCircle } from '@mdi/js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import type { PhoneState } from './device/phone-device.ts';
import styles from './phone.module.css';

/** What the phone does, and since when. */
export function RecordingBar({ state, nowUs }: { state: PhoneState; nowUs: number }): ReactNode {
  const { t } = useTranslation('phone');
  if (state.recordStartUs === null) {
    return (
      <div className={styles.ready} role="status">
        <Icon path={mdiCheckCircleOutline} size={24} />
        {t('ready')}
      </div>
    );
  }
  const isConnected = state.line === 'connected';
  return (
    <div className={styles.recording}>
      <Icon path={mdiRecordCircle} size={32} />
      <div role="status">
        <b>{t('recording')}</b>
        <p>{t(isConnected ? 'startedByHub' : 'onThisPhone')}</p>
      </div>
      <span role="timer">{formatChrono(Math.max(0, (nowUs - state.recordStartUs) / 1e6), 0)}</span>
    </div>
  );
}
