import {
  mdiAccessPointOff,
  mdiAlertCircleOutline,
  mdiCheckCircleOutline,
  mdiCloudArrowDownOutline,
  mdiCogSyncOutline,
  mdiHistory,
  mdiProgressClock,
  mdiRecordCircle,
  mdiTimerSandEmpty,
} from '@mdi/js';
import type { DecodeState, Record as RecordShape } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import { isSession, isTooShort } from './describe-record.ts';
import styles from './record-state.module.css';

const glyphs: Readonly<Record<DecodeState, { icon: string; tone: 'recording' | 'warning' | 'ready' | 'error' }>> = {
  recording: { icon: mdiRecordCircle, tone: 'recording' },
  repairing: { icon: mdiHistory, tone: 'recording' },
  waiting: { icon: mdiProgressClock, tone: 'warning' },
  decoding: { icon: mdiCogSyncOutline, tone: 'recording' },
  done: { icon: mdiCheckCircleOutline, tone: 'ready' },
  error: { icon: mdiAlertCircleOutline, tone: 'error' },
};

/** Of a decoded record that holds nothing: no fault. */
const empty = { icon: mdiTimerSandEmpty, tone: 'quiet' } as const;
/** Another server has its samples: it was never tried to decode them here. */
const elsewhere = { icon: mdiCloudArrowDownOutline, tone: 'quiet' } as const;
const away = { icon: mdiAccessPointOff, tone: 'warning' } as const;

type Stated = Pick<
  RecordShape,
  'decode_state' | 'visualisable' | 'duration' | 'device_away' | 'record_type' | 'original_elsewhere'
>;

/** Where a record stands, as glyph, word and colour. `done` may be said otherwise (a new record waits for its athlete). */
export function RecordState(props: { record: Stated; done?: string }): ReactNode {
  const { t } = useTranslation('records');
  const { record } = props;
  const state = record.decode_state;
  const isAway = record.device_away !== null;
  const isFilm = record.record_type === 'video';
  const isEmpty = state === 'done' && !record.visualisable && !isSession(record) && !isFilm;
  const isElsewhere = state === 'error' && record.original_elsewhere;
  const { icon, tone } = isAway ? away : isElsewhere ? elsewhere : isEmpty ? empty : glyphs[state];
  const emptyWord = isTooShort(record) ? t('state.tooShort') : t('state.empty');
  const usual =
    state === 'done' && props.done !== undefined ? props.done : t(`state.${isElsewhere ? 'elsewhere' : state}`);
  const word = isAway ? t('state.away') : isEmpty ? emptyWord : usual;
  return (
    <span className={`${styles.state} ${styles[tone]}`} data-state={state}>
      <span className={state === 'recording' && !isAway ? styles.pulse : undefined}>
        <Icon path={icon} size={16} />
      </span>
      {word}
    </span>
  );
}
