import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { formatBytes } from '../ui/format-bytes.ts';

/** Asks before originals go over a link that costs by the byte, with how many bytes that is; null: only the cloud knows. */
export function ForceDialog(props: {
  move: 'send' | 'fetch';
  bytes: number | null;
  onForce(): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('sync');
  const { move, bytes } = props;
  const heading = useId();
  const language = useAppearance((appearance) => appearance.language);
  const size = bytes === null ? '' : formatBytes(bytes, language);
  return (
    <Dialog open onClose={props.onClose} role="alertdialog" aria-labelledby={heading}>
      <DialogTitle id={heading}>{t(`force.title.${move}`)}</DialogTitle>
      <DialogContent>{bytes === null ? t('force.textUnknown') : t('force.text', { size })}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onClose}>
          {t('free.cancel')}
        </Button>
        <Button variant="outlined" onClick={props.onForce}>
          {t(`force.verb.${move}`, { size }).trim()}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
