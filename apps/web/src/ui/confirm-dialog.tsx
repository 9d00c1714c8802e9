import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './confirm-dialog.module.css';

/** Asks before something that cannot be undone: names it and what follows. Focus starts on Cancel; the red button repeats the verb. */
export function ConfirmDialog(props: {
  title: string;
  text: ReactNode;
  verb: string;
  pending: boolean;
  problem?: string | undefined;
  onConfirm(): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('app');
  const heading = useId();
  return (
    <Dialog open onClose={props.onClose} role="alertdialog" aria-labelledby={heading}>
      <DialogTitle id={heading}>{props.title}</DialogTitle>
      <DialogContent className={styles.text ?? ''}>
        {props.text}
        {props.problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {props.problem}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onClose}>
          {t('cancel')}
        </Button>
        <Button variant="contained" color="error" loading={props.pending} onClick={props.onConfirm}>
          {props.verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
