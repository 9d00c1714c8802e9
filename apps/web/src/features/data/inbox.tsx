import { mdiCheckCircleOutline, mdiDotsVertical } from '@mdi/js';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import type { Record } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { dateOf, isSession, sourceOf, timeOf } from '../../records/describe-record.ts';
import { DurationText, isUnderWay } from '../../records/duration-text.tsx';
import { RecordState } from '../../records/record-state.tsx';
import { sportIcon } from '../../records/sport-icon.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import { useDayNames } from './day-names.ts';
import styles from './inbox.module.css';
import type { Checked } from './lists.ts';
import { type RecordAsks, useRowMenu } from './record-row-actions.tsx';
import { moveAmongRows } from './row-keys.ts';

/** New records: an inbox to empty by saying whose they are; the day stands once a group. */
export function Inbox(props: { records: readonly Record[]; checked: Checked; asks: RecordAsks }): ReactNode {
  const { t } = useTranslation('data');
  const { menu, open } = useRowMenu(props.asks);
  const { records } = props;
  const days = records.map(useDayNames());
  return (
    <>
      <ul className={styles.inbox} aria-label={t('new.label')} onKeyDown={moveAmongRows}>
        {records.map((record, index) => (
          <InboxRow
            key={record.id}
            record={record}
            day={days[index] === days[index - 1] ? undefined : days[index]}
            onAssociate={() => props.asks.associate([record])}
            checked={props.checked.has(record)}
            onCheck={(range) => props.checked.toggle(record, records, range)}
            onMenu={(anchor) => open(record, anchor)}
          />
        ))}
      </ul>
      {menu}
    </>
  );
}

function InboxRow(props: {
  record: Record;
  day: string | undefined;
  checked: boolean;
  onAssociate(): void;
  onCheck(range: boolean): void;
  onMenu(anchor: HTMLElement): void;
}): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = props;
  const name = sourceOf(record);
  return (
    <li className={styles.row} data-checked={props.checked}>
      <Checkbox
        className={styles.check ?? ''}
        checked={props.checked}
        onClick={(event) => props.onCheck(event.shiftKey)}
        slotProps={{ input: { 'aria-label': t('row.check', { name }) } }}
      />
      <div className={styles.about}>
        <Link
          className={styles.link}
          to="/records/$recordId"
          params={{ recordId: String(record.id) }}
          data-row=""
          title={dateOf(record, language)}
          onKeyDown={(event) => {
            if (event.key !== ' ') return;
            event.preventDefault();
            props.onCheck(event.shiftKey);
          }}
        >
          <span className={styles.name}>{name}</span>
          <span className={styles.time}>
            {props.day} {timeOf(record, language)}
          </span>
        </Link>
        <div className={styles.meta}>
          <Facts record={record} />
          <NextStep record={record} name={name} onAssociate={props.onAssociate} />
        </div>
      </div>
      <IconButton
        className={styles.more ?? ''}
        size="small"
        aria-label={t('row.more', { name })}
        onClick={(event) => props.onMenu(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} size={18} />
      </IconButton>
    </li>
  );
}

function Facts({ record }: { record: Record }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const sport = record.sport_disp_name ? inPageLanguage(record.sport_disp_name) : undefined;
  return (
    <span className={styles.facts}>
      {sport !== undefined && (
        <span className={styles.sport} title={sport}>
          <Icon path={sportIcon(record.sport_name)} size={14} />
          <span className="visually-hidden">{sport}</span>
        </span>
      )}
      <DurationText record={record} />
      {!isUnderWay(record) && ` · ${formatBytes(record.size, language)}`}
    </span>
  );
}

/** What is to be done with a record that is ready, for who may; else where it stands. */
function NextStep(props: { record: Record; name: string; onAssociate(): void }): ReactNode {
  const { t } = useTranslation('data');
  const { record } = props;
  const isWhole = record.decode_state === 'done' && record.device_away === null;
  const isReady = isWhole && (record.visualisable || isSession(record));
  if (!isReady || !record.may.edit) {
    return <RecordState record={record} done={t('new.toAssociate')} />;
  }
  const word = t('new.toAssociate');
  return (
    <button
      type="button"
      className={styles.associate}
      aria-label={`${word} : ${props.name}`}
      onClick={props.onAssociate}
    >
      <Icon path={mdiCheckCircleOutline} size={16} />
      {word}
    </button>
  );
}
