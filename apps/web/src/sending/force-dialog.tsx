import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { formatBytes } from '../ui/format-bytes.ts';

/** Asks before originals go over a link that costs by the byte, with how many bytes that is. */
export function ForceDialog(props: { bytes: number; onForce(): void; onClose(): void }): ReactNode {
  const { t } = useTranslation('sync');
  const heading = useId();
  const size = formatBytes(
    props.bytes,
    useAppearance((appearance) => appearance.language),
  );
  return (
    <Dialog open onClose={props.onClose} role="alertdialog" aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('force.title')}</DialogTitle>
      <DialogContent>{t('force.text', { size })}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onClose}>
          {t('free.cancel')}
        </Button>
        <Button variant="outlined" onClick={props.onForce}>
          {t('force.verb', { size })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
