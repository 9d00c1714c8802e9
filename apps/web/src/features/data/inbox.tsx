import { mdiCheckCircleOutline, mdiDotsVertical } from '@mdi/js';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import type { Proposal, Record } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { dateOf, isSession, sourceOf, timeOf } from '../../records/describe-record.ts';
import { DurationText, isUnderWay } from '../../records/duration-text.tsx';
import { useClientLists, useEditRecords } from '../../records/record-queries.ts';
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
        {record.proposal && isReady(record) && <Proposed record={record} proposal={record.proposal} name={name} />}
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

/** Whether somebody may say now whose it is. */
function isReady(record: Record): boolean {
  const isWhole = record.decode_state === 'done' && record.device_away === null;
  return isWhole && (record.visualisable || isSession(record) || record.video !== null) && record.may.edit;
}

/** What the server thinks the record is, and the button that says yes. */
function Proposed(props: { record: Record; proposal: Proposal; name: string }): ReactNode {
  const { t } = useTranslation('data');
  const edit = useEditRecords();
  const { sports } = useClientLists();
  const { record, proposal, name } = props;
  const sport = sports.find(({ id }) => id === proposal.sport_id)?.display_name;
  const what = [athleteNames(proposal.users), sport && inPageLanguage(sport), proposal.exercise_name]
    .filter(Boolean)
    .join(', ');
  const text = t(`new.proposed.${proposal.by}`, { what });
  const accept = () =>
    edit.mutate({
      ids: [record.id],
      edit: {
        user_ids: proposal.users.map(({ id }) => id),
        ...(proposal.sport_id !== null && { sport_id: proposal.sport_id }),
        ...(proposal.exercise_id !== null && { exercise_id: proposal.exercise_id }),
      },
    });
  return (
    <div className={styles.proposed}>
      <span title={text}>{text}</span>
      <Button size="small" loading={edit.isPending} aria-label={t('new.acceptFor', { name })} onClick={accept}>
        {t('new.accept')}
      </Button>
    </div>
  );
}

/** What is to be done with a record that is ready, for who may; else where it stands. */
function NextStep(props: { record: Record; name: string; onAssociate(): void }): ReactNode {
  const { t } = useTranslation('data');
  const { record } = props;
  if (!isReady(record)) {
    return <RecordState record={record} done={t('new.toAssociate')} />;
  }
  const word = t('new.toAssociate');
  return (
    <button
      type="button"
      className={styles.associate}
      aria-label={`${word}\u00a0: ${props.name}`}
      onClick={props.onAssociate}
    >
      <Icon path={mdiCheckCircleOutline} size={16} />
      {word}
    </button>
  );
}
