import { mdiAlertOutline, mdiStar } from '@mdi/js';
import Checkbox from '@mui/material/Checkbox';
import type { Record } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { isSession, sourceOf, timeOf } from '../../records/describe-record.ts';
import { DurationText } from '../../records/duration-text.tsx';
import { RecordState } from '../../records/record-state.tsx';
import { sportIcon } from '../../records/sport-icon.ts';
import { Icon } from '../../ui/icon.tsx';
import { useDayNames } from './day-names.ts';
import type { Checked } from './lists.ts';
import styles from './phone-list.module.css';
import { RowTrace } from './row-trace.tsx';
import { TrialText } from './trial-cell.tsx';

/** Associated records on a phone: days as headings; a row opens its record, its box ticks it. */
export function PhoneList(props: { records: readonly Record[]; checked: Checked }): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const { records, checked } = props;
  const days = records.map(useDayNames());
  const nameOf = (record: Record) => record.exercise_name || (isSession(record) ? t('type.seance') : sourceOf(record));
  return (
    <ul aria-label={t('associated.label')}>
      {records.map((record, index) => (
        <Fragment key={record.id}>
          {days[index] !== days[index - 1] && <li className={styles.day}>{days[index]}</li>}
          <li className={styles.row} data-checked={checked.has(record)}>
            <Checkbox
              className={styles.check ?? ''}
              checked={checked.has(record)}
              onClick={() => checked.toggle(record, records, false)}
              slotProps={{
                input: { 'aria-label': t('row.check', { name: athleteNames(record.users) || sourceOf(record) }) },
              }}
            />
            <Link className={styles.link} to="/records/$recordId" params={{ recordId: String(record.id) }}>
              <span className={styles.line}>
                <span className={styles.names}>
                  <span className={styles.ellipsis}>{athleteNames(record.users) || t('row.noAthlete')}</span>
                  {record.favorite && <Icon path={mdiStar} size={16} className={styles.star ?? ''} />}
                  {record.nb_errors > 0 && <Icon path={mdiAlertOutline} size={16} className={styles.warning ?? ''} />}
                </span>
                <span className={styles.time}>{timeOf(record, language)}</span>
              </span>
              <span className={styles.line}>
                <span className={styles.meta}>
                  <Icon path={sportIcon(record.sport_name)} size={16} />
                  <span className={styles.ellipsis}>
                    {nameOf(record)} · <DurationText record={record} />
                  </span>
                  {record.trial && <TrialText trial={record.trial} />}
                </span>
                {isSession(record) ? (
                  t('session.records', { ns: 'records', count: record.seance_records.length })
                ) : record.decode_state === 'done' && record.visualisable ? (
                  <RowTrace record={record} width={72} height={20} named={false} />
                ) : (
                  <RecordState record={record} />
                )}
              </span>
            </Link>
          </li>
        </Fragment>
      ))}
    </ul>
  );
}
