import {
  mdiArrowCollapseUp,
  mdiClose,
  mdiCloudRefreshOutline,
  mdiCloudSyncOutline,
  mdiCloudUploadOutline,
  mdiPauseCircleOutline,
} from '@mdi/js';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import type { LedgerRecord } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { inPageLanguage } from '../base/notify.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './sending.module.css';
import { bytesOfMove, useAskedMove } from './use-asked-move.tsx';
import { isQueued } from './use-move.ts';

/** One that is not in the cloud as it is here: how far it is, what keeps it, and a press that sends it or takes it back. */
export function SentRecord(props: {
  record: LedgerRecord;
  /** Whether anything can be sent at all. */
  isLinked: boolean;
  isMetered: boolean;
  /** undefined: nothing is being chosen. */
  chosen?: boolean | undefined;
  onToggle?(): void;
  /** It stands among others that wait, and may go before them. */
  isInQueue?: boolean;
}): ReactNode {
  const { t } = useTranslation('sync');
  const language = useAppearance((appearance) => appearance.language);
  const { record, isLinked, isMetered, chosen, onToggle, isInQueue = false } = props;
  const { cloud_state: state, sent_bytes: sent, bytes } = record;
  const percent = bytes === 0 ? 0 : Math.floor((100 * sent) / bytes);
  const isPaused = isQueued(record) && state !== 'sending' && sent > 0 && sent < bytes;
  const icon =
    state === 'sending'
      ? mdiCloudSyncOutline
      : state === 'resend'
        ? mdiCloudRefreshOutline
        : isPaused
          ? mdiPauseCircleOutline
          : mdiCloudUploadOutline;
  const word = isPaused
    ? t('phone.goesOnAt', { percent })
    : state === 'local' || state === 'synced'
      ? t('phone.notAsked')
      : t(`state.${state}`, { percent });
  return (
    <li className={styles.record}>
      {chosen !== undefined && (
        <Checkbox
          edge="start"
          checked={chosen}
          onChange={() => onToggle?.()}
          slotProps={{ input: { 'aria-label': t('chooseOne', { name: record.name }) } }}
        />
      )}
      <div className={styles.about}>
        <Link to="/records/$recordId" params={{ recordId: String(record.record_id) }}>
          {record.name}
        </Link>
        <span className={`${styles.state} ${styles[state] ?? ''}`}>
          <Icon path={icon} size={18} />
          {word}
          {state === 'sending' && <progress value={sent} max={bytes} aria-hidden="true" />}
          <small>{formatBytes(bytes, language)}</small>
        </span>
        {record.why_not !== null && <span className={styles.why}>{inPageLanguage(record.why_not)}</span>}
      </div>
      {chosen === undefined && isLinked && isInQueue && state !== 'sending' && (
        <RecordMove record={record} move="first" isMetered={isMetered} />
      )}
      {chosen === undefined && (isLinked || isQueued(record)) && (
        <RecordMove record={record} move={isQueued(record) ? 'cancel' : 'send'} isMetered={isMetered} />
      )}
    </li>
  );
}

const icons = { first: mdiArrowCollapseUp, cancel: mdiClose, send: mdiCloudUploadOutline };

function RecordMove(props: { record: LedgerRecord; move: keyof typeof icons; isMetered: boolean }): ReactNode {
  const { t } = useTranslation('sync');
  const { record, move } = props;
  const asked = useAskedMove(props.isMetered);
  const done = move === 'cancel' ? 'cancel' : 'send';
  return (
    <>
      <IconButton
        edge="end"
        disabled={asked.isPending}
        aria-label={t(`phone.${move}One`, { name: record.name })}
        title={t(`move.${move}`)}
        onClick={() => asked.move({ move: done, ids: [record.record_id], bytes: bytesOfMove(done, record) })}
      >
        <Icon path={icons[move]} />
      </IconButton>
      {asked.question}
    </>
  );
}
