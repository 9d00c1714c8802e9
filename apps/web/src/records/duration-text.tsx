import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { useDisplaySettings } from '../base/display-settings.ts';
import { formatChrono } from '../ui/chrono.ts';
import { timeOf } from './describe-record.ts';
import styles from './duration-text.module.css';

/** It grows still: nobody knows yet how long it is and what it weighs. */
export function isUnderWay({ decode_state }: Pick<Record, 'decode_state'>): boolean {
  return decode_state === 'recording';
}

/**
 * How long a record is, of one that is under way since when. Marked when it is shorter than the settings expect: it may be a
 * false start. It is kept.
 */
export function DurationText(props: {
  record: Pick<Record, 'duration' | 'decode_state' | 'timestamp' | 'timezone'>;
}): ReactNode {
  const { t } = useTranslation('records');
  const { duration, decode_state: state } = props.record;
  const shortest = useDisplaySettings()?.shortest_record ?? 0;
  const language = useAppearance((appearance) => appearance.language);
  if (isUnderWay(props.record)) return t('since', { time: timeOf(props.record, language) });
  // What was not read yet has no length to tell.
  if (duration === 0 && state !== 'done' && state !== 'error') return '–';
  return (
    <>
      {formatChrono(duration, 0)}
      {state === 'done' && duration < shortest && <span className={styles.short}>{t('short')}</span>}
    </>
  );
}
