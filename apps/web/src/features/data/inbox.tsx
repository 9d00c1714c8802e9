import { mdiDotsVertical } from '@mdi/js';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import type { Record } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../app/appearance.ts';
import { inPageLanguage } from '../../app/notify.ts';
import { formatChrono } from '../../charts/chrono.ts';
import { dateOf, dayOf, timeOf } from '../../records/describe-record.ts';
import { formatBytes } from '../../records/format-bytes.ts';
import { RecordState } from '../../records/record-state.tsx';
import { sportIcon } from '../../records/sport-icon.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './inbox.module.css';
import type { Checked } from './lists.ts';
import { type RecordAsks, useRowMenu } from './record-row-actions.tsx';
import { moveAmongRows } from './row-keys.ts';

/** New records: an inbox to empty by saying whose they are. */
export function Inbox(props: { records: readonly Record[]; checked: Checked; asks: RecordAsks }): ReactNode {
  const { t } = useTranslation('data');
  const { menu, open } = useRowMenu(props.asks);
  const { records } = props;
  return (
    <>
      <ul className={styles.inbox} aria-label={t('new.label')} onKeyDown={moveAmongRows}>
        {records.map((record) => (
          <InboxRow
            key={record.id}
            record={record}
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
  checked: boolean;
  onCheck(range: boolean): void;
  onMenu(anchor: HTMLElement): void;
}): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = props;
  const name = record.device_name ?? record.basename;
  const sport = record.sport_disp_name ? inPageLanguage(record.sport_disp_name) : undefined;
  const measured = [formatChrono(record.duration, 0), formatBytes(record.size, language)].join(' · ');
  return (
    <li className={styles.row} data-checked={props.checked}>
      <Checkbox
        className={styles.check ?? ''}
        checked={props.checked}
        onClick={(event) => props.onCheck(event.shiftKey)}
        slotProps={{ input: { 'aria-label': t('row.check', { name }) } }}
      />
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
        <span className={styles.line}>
          <span className={styles.name}>{name}</span>
          <span className={styles.time}>
            {dayOf(record, language, new Date())} {timeOf(record, language)}
          </span>
        </span>
        <span className={styles.meta}>
          {sport !== undefined && (
            <>
              <Icon path={sportIcon(record.sport_name)} size={14} />
              <span className={styles.sport} title={sport}>
                {sport}
              </span>
              <span>·</span>
            </>
          )}
          <span className={styles.facts}>{measured}</span>
          <RecordState record={record} done={t('new.toAssociate')} />
        </span>
      </Link>
      <IconButton
        size="small"
        aria-label={t('row.more', { name })}
        onClick={(event) => props.onMenu(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} size={18} />
      </IconButton>
    </li>
  );
}
