import { mdiAlertOutline, mdiContentCopy } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './secret-dialog.module.css';

/** A text that is shown this once, with a way to copy it. */
export function SecretDialog(props: {
  title: string;
  text: string;
  label: string;
  secret: string;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const heading = useId();
  return (
    <Dialog open aria-labelledby={heading}>
      <DialogTitle id={heading}>{props.title}</DialogTitle>
      <DialogContent>
        <p className={styles.text}>{props.text}</p>
        <SecretBox label={props.label} secret={props.secret} />
        <p className={styles.once}>
          <Icon path={mdiAlertOutline} size={18} />
          {t('secret.once')}
        </p>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={props.onClose}>
          {t('secret.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A long text to copy: a secret, a link. */
export function SecretBox(props: { label: string; secret: string }): ReactNode {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.box}>
      <span className="visually-hidden">{props.label}</span>
      <code>{props.secret}</code>
      <CopyButton text={props.secret} label={t('copy.do')} icon={mdiContentCopy} />
    </div>
  );
}
