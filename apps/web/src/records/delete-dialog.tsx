import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Record } from '@sillage/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { isSession, titleOf } from './describe-record.ts';
import styles from './dialogs.module.css';
import { useDeleteRecords } from './record-queries.ts';

const namesShown = 5;

/** Asks before records go for good: names them and what goes with them; focus starts on Cancel. */
export function DeleteRecordsDialog(props: {
  records: readonly Record[];
  onClose(): void;
  onDeleted?(): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const heading = useId();
  const remove = useDeleteRecords();
  const { records } = props;
  const [only] = records;
  const selections = records.reduce((sum, record) => sum + record.selections.length, 0);
  const sessions = records.filter(isSession).length;
  const confirm = () =>
    remove.mutate(
      records.map((record) => record.id),
      {
        onSuccess: () => {
          props.onClose();
          props.onDeleted?.();
        },
      },
    );
  return (
    <Dialog open onClose={props.onClose} role="alertdialog" aria-labelledby={heading}>
      <DialogTitle id={heading}>
        {records.length === 1 && only
          ? t('delete.one', { title: titleOf(only, language) })
          : t('delete.many', { count: records.length })}
      </DialogTitle>
      <DialogContent>
        {records.length > 1 && (
          <ul className={styles.names}>
            {records.slice(0, namesShown).map((record) => (
              <li key={record.id}>{titleOf(record, language)}</li>
            ))}
            {records.length > namesShown && <li>{t('delete.more', { count: records.length - namesShown })}</li>}
          </ul>
        )}
        {sessions < records.length && <p className={styles.lost}>{t('delete.lost', { count: selections })}</p>}
        {sessions > 0 && <p>{t('delete.sessions', { count: sessions })}</p>}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onClose}>
          {t('cancel')}
        </Button>
        <Button variant="contained" color="error" onClick={confirm} loading={remove.isPending}>
          {t('delete.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
