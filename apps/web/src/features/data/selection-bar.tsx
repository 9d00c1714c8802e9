import {
  mdiAccountPlus,
  mdiCallMerge,
  mdiClose,
  mdiCloudUploadOutline,
  mdiCompareHorizontal,
  mdiDelete,
  mdiDownload,
  mdiGroup,
  mdiPencilOutline,
} from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { limits, type Record } from '@sillage/contract';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayFuse } from '../../records/fuse/may-fuse.ts';
import { sessionOf, useSessions } from '../../records/session-queries.ts';
import { useMaySend } from '../../sending/use-waiting.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { useSendPanel } from './open-send-panel.ts';
import type { RecordAsks } from './record-row-actions.tsx';
import styles from './selection-bar.module.css';

/** What can be done with the checked records; stands above the pager. */
export function SelectionBar(props: { records: readonly Record[]; asks: RecordAsks; onClear(): void }): ReactNode {
  const { t } = useTranslation('data');
  const phone = useScreenSize() === 'phone';
  const { records, asks } = props;
  const { history } = useRouter();
  const sessions = useSessions();
  const panel = useSendPanel();
  const maySend = useMaySend() && !panel.isOpen;
  if (records.length === 0) return null;
  const together = sessionOf(records);
  const gather = () => {
    if (together?.kind === 'make') sessions.make(records);
    if (together?.kind === 'add') sessions.add(together.session, records);
    props.onClear();
  };
  const mayCompare =
    records.length > 1 && records.length <= limits.recordsCompared && records.every((one) => one.visualisable);
  const compare = () => history.push(`/compare?ids=${records.map(({ id }) => id).join(',')}`);
  const edit = records.every(({ user_ids }) => user_ids.length > 0) ? 'editSeveral' : 'associate';
  const action = (
    name: 'associate' | 'editSeveral' | 'compare' | 'download' | 'fuse' | 'group' | 'addToSession' | 'sendToCloud',
    icon: string,
    run: () => void,
  ) =>
    phone ? (
      <IconButton aria-label={t(`row.${name}`)} onClick={run}>
        <Icon path={icon} />
      </IconButton>
    ) : (
      <Button color="inherit" onClick={run} startIcon={<Icon path={icon} size={18} />}>
        {t(`row.${name}`)}
        {name === 'download' && <KeyHint>D</KeyHint>}
      </Button>
    );
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('selection.label')} data-navy="">
      <IconButton aria-label={t('selection.clear')} title={t('selection.clear')} onClick={props.onClear}>
        <Icon path={mdiClose} />
      </IconButton>
      <span className={styles.count} role="status">
        {phone && <span aria-hidden="true">{records.length}</span>}
        <span className={phone ? 'visually-hidden' : ''}>{t('selection.count', { count: records.length })}</span>
      </span>
      <span className={styles.rule} />
      {records.every(({ may }) => may.edit) &&
        action(edit, edit === 'associate' ? mdiAccountPlus : mdiPencilOutline, () => asks.associate(records))}
      {together && action(together.kind === 'make' ? 'group' : 'addToSession', mdiGroup, gather)}
      {mayCompare && action('compare', mdiCompareHorizontal, compare)}
      {mayFuse(records) && action('fuse', mdiCallMerge, () => asks.fuse(records))}
      {action('download', mdiDownload, () => asks.download(records))}
      {maySend && action('sendToCloud', mdiCloudUploadOutline, () => panel.open(true))}
      {records.every(({ may }) => may.delete) && (
        <>
          <span className={styles.rule} />
          <IconButton
            className={styles.delete ?? ''}
            aria-label={t('selection.delete')}
            title={t('selection.delete')}
            onClick={() => asks.remove(records)}
          >
            <Icon path={mdiDelete} />
          </IconButton>
        </>
      )}
    </div>
  );
}
