import {
  mdiAlertCircleOutline,
  mdiAlertOutline,
  mdiCheckCircleOutline,
  mdiClose,
  mdiContentCopy,
  mdiFileOutline,
  mdiPause,
  mdiPlay,
  mdiRefresh,
  mdiVideoOutline,
} from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { isMetered } from '../../../records/upload/wait-for-network.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Uploads } from './create-uploads.ts';
import styles from './index.module.css';
import { needsMapping } from './look-at-csv.ts';
import { hasWrongRate, isFilmName, isToConfirm, type UploadRow, waitsForWifi } from './upload-rows.ts';

interface Props {
  readonly row: UploadRow;
  readonly uploads: Uploads;
  readonly isChosen: boolean;
  onChoose(): void;
}

/** A file of an import: what it is, how far it is, and what can be done with it. */
export function UploadRowItem({ row, uploads, isChosen, onChoose }: Props): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const { name, size, state } = row;
  const isUnclear = needsMapping(row.csv);
  const choosable = isToConfirm(row) || isUnclear || hasWrongRate(row) || state.kind === 'refused';
  const title = (
    <>
      <span className={styles.fileName}>{name}</span>
      <span className={styles.hint}>{formatBytes(size, language)}</span>
    </>
  );
  return (
    <li className={styles.row} data-state={state.kind} data-chosen={isChosen}>
      <Icon path={isFilmName(name) ? mdiVideoOutline : mdiFileOutline} size={24} />
      <div className={styles.about}>
        {choosable ? (
          <button type="button" className={styles.name} aria-pressed={isChosen} onClick={onChoose}>
            {title}
          </button>
        ) : (
          <div className={styles.name}>{title}</div>
        )}
        {isUnclear && state.kind !== 'refused' ? (
          <Unclear isHere={state.kind === 'sent'} onChoose={onChoose} isChosen={isChosen} />
        ) : (
          <StateLine row={row} uploads={uploads} />
        )}
        {hasWrongRate(row) && <WrongRate />}
      </div>
      <RowButtons row={row} uploads={uploads} />
    </li>
  );
}

function Unclear(props: { isHere: boolean; isChosen: boolean; onChoose(): void }): ReactNode {
  const { t } = useTranslation('data');
  return (
    <p className={styles.line} data-tone="warn">
      <Icon path={mdiAlertOutline} size={16} />
      <b>{t('upload.csv.toConfirm')}</b>
      {t(props.isHere ? 'upload.csv.sentAlready' : 'upload.csv.sending')}
      {!props.isChosen && (
        <Button size="small" onClick={props.onChoose}>
          {t('upload.csv.choose')}
        </Button>
      )}
    </p>
  );
}

function WrongRate(): ReactNode {
  const { t } = useTranslation('data');
  return (
    <p className={styles.line} data-tone="warn">
      <Icon path={mdiAlertOutline} size={16} />
      {t('upload.rateInvalid')}
    </p>
  );
}

function StateLine({ row, uploads }: { row: UploadRow; uploads: Uploads }): ReactNode {
  const { t } = useTranslation('data');
  const { state } = row;
  switch (state.kind) {
    case 'hashing':
      return <Progress words={t('upload.state.hashing')} share={state.readBytes / Math.max(1, row.size)} />;
    case 'sending':
      return <Progress share={row.offset / Math.max(1, row.size)} />;
    case 'interrupted':
      return <Progress warns words={t('upload.state.interrupted')} share={row.offset / Math.max(1, row.size)} />;
    case 'paused':
      return <Progress words={t('upload.state.paused')} share={row.offset / Math.max(1, row.size)} />;
    case 'waiting':
      if (isMetered() && waitsForWifi(row)) {
        return (
          <p className={styles.line} data-tone="warn">
            {t('upload.state.wifi')}
            <Button size="small" onClick={() => uploads.sendAnyway(row.id)}>
              {t('upload.anyNetwork')}
            </Button>
          </p>
        );
      }
      return <p className={styles.line}>{t('upload.state.waiting')}</p>;
    case 'making':
      return <p className={styles.line}>{t('upload.state.making')}</p>;
    case 'sent':
      return <p className={styles.line}>{t(row.isConfirmed ? 'upload.state.making' : 'upload.state.sent')}</p>;
    case 'fileNeeded':
      if (row.offset < row.size) return <p className={styles.line}>{t('upload.state.fileNeeded')}</p>;
      return (
        <p className={styles.line}>
          {t('upload.state.columnsUnknown')}
          <Button size="small" onClick={() => uploads.resume(row.id)}>
            {t('upload.asRead')}
          </Button>
        </p>
      );
    case 'same':
      return (
        <p className={styles.line}>
          <Icon path={mdiContentCopy} size={16} />
          <span className={styles.words}>{t('upload.state.same', { name: state.record.basename })}</span>
          <Button size="small" onClick={() => uploads.resume(row.id, true)}>
            {t('upload.again')}
          </Button>
        </p>
      );
    case 'done':
      return (
        <p className={styles.line} data-tone="ok">
          <Icon path={mdiCheckCircleOutline} size={16} />
          {t('upload.taken')}
        </p>
      );
    case 'refused':
      return (
        <p role="alert" className={styles.line} data-tone="error">
          <Icon path={mdiAlertCircleOutline} size={16} />
          {typeof state.message === 'string' ? t(`upload.state.${state.message}`) : inPageLanguage(state.message)}
        </p>
      );
  }
}

function Progress(props: { words?: string; share: number; warns?: boolean }): ReactNode {
  const { t } = useTranslation('data');
  const percent = Math.floor(100 * props.share);
  return (
    <div className={styles.line}>
      <LinearProgress
        className={styles.progress ?? ''}
        variant="determinate"
        color={props.warns ? 'warning' : 'primary'}
        value={percent}
        aria-label={t('upload.sending')}
      />
      <b>{t('upload.percent', { percent })}</b>
      {props.words}
    </div>
  );
}

function RowButtons({ row, uploads }: { row: UploadRow; uploads: Uploads }): ReactNode {
  const { t } = useTranslation('data');
  const { id, name, state } = row;
  const button = (path: string, label: string, run: () => void) => (
    <IconButton size="small" aria-label={label} title={label} onClick={run}>
      <Icon path={path} size={20} />
    </IconButton>
  );
  const opened = state.kind === 'done' ? state.recordId : state.kind === 'same' ? state.record.id : undefined;
  return (
    <div className={styles.buttons}>
      {opened !== undefined && (
        <Link to="/records/$recordId" params={{ recordId: String(opened) }}>
          {t('upload.open')}
        </Link>
      )}
      {['waiting', 'hashing', 'sending', 'interrupted'].includes(state.kind) &&
        button(mdiPause, t('upload.pause', { name }), () => uploads.pause(id))}
      {state.kind === 'paused' && button(mdiPlay, t('upload.resume', { name }), () => uploads.resume(id))}
      {state.kind === 'refused' && button(mdiRefresh, t('upload.retry', { name }), () => uploads.resume(id))}
      {state.kind !== 'making' && button(mdiClose, t('upload.remove', { name }), () => uploads.remove(id))}
    </div>
  );
}
