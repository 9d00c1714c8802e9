import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplaySettings } from '../base/display-settings.ts';
import { formatChrono } from '../ui/chrono.ts';
import styles from './duration-text.module.css';

/** How long a record is, marked when it is shorter than the settings expect: it may be a false start. It is kept. */
export function DurationText(props: { record: Pick<Record, 'duration' | 'decode_state'> }): ReactNode {
  const { t } = useTranslation('records');
  const { duration, decode_state: state } = props.record;
  const shortest = useDisplaySettings()?.shortest_record ?? 0;
  return (
    <>
      {formatChrono(duration, 0)}
      {state === 'done' && duration < shortest && <span className={styles.short}>{t('short')}</span>}
    </>
  );
}
