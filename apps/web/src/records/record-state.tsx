import {
  mdiAccessPointOff,
  mdiAlertCircleOutline,
  mdiCheckCircleOutline,
  mdiCogSyncOutline,
  mdiHistory,
  mdiProgressClock,
  mdiRecordCircle,
} from '@mdi/js';
import type { DecodeState } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import styles from './record-state.module.css';

const glyphs: Readonly<Record<DecodeState, { icon: string; tone: 'recording' | 'warning' | 'ready' | 'error' }>> = {
  recording: { icon: mdiRecordCircle, tone: 'recording' },
  repairing: { icon: mdiHistory, tone: 'recording' },
  waiting: { icon: mdiProgressClock, tone: 'warning' },
  decoding: { icon: mdiCogSyncOutline, tone: 'recording' },
  done: { icon: mdiCheckCircleOutline, tone: 'ready' },
  error: { icon: mdiAlertCircleOutline, tone: 'error' },
};

const away = { icon: mdiAccessPointOff, tone: 'warning' } as const;

/** Where a record stands, as glyph, word and colour. `done` may be said otherwise (a new record waits for its athlete). */
export function RecordState(props: { state: DecodeState; done?: string; isAway?: boolean }): ReactNode {
  const { t } = useTranslation('records');
  const { icon, tone } = props.isAway ? away : glyphs[props.state];
  const usual = props.state === 'done' && props.done !== undefined ? props.done : t(`state.${props.state}`);
  const word = props.isAway ? t('state.away') : usual;
  return (
    <span className={`${styles.state} ${styles[tone]}`} data-state={props.state}>
      <span className={props.state === 'recording' && !props.isAway ? styles.pulse : undefined}>
        <Icon path={icon} size={16} />
      </span>
      {word}
    </span>
  );
}
