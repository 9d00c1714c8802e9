import { mdiAccountPlus, mdiClose, mdiDelete, mdiDownload } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import type { RecordAsks } from './record-row-actions.tsx';
import styles from './selection-bar.module.css';

/** What can be done with the checked records; stands above the pager. */
export function SelectionBar(props: { records: readonly Record[]; asks: RecordAsks; onClear(): void }): ReactNode {
  const { t } = useTranslation('data');
  const phone = useScreenSize() === 'phone';
  const { records, asks } = props;
  if (records.length === 0) return null;
  const action = (name: 'associate' | 'download', icon: string, run: () => void) =>
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
        {t('selection.count', { count: records.length })}
      </span>
      <span className={styles.rule} />
      {records.every(({ may }) => may.edit) && action('associate', mdiAccountPlus, () => asks.associate(records))}
      {action('download', mdiDownload, () => asks.download(records))}
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
