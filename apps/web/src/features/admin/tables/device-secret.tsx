import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { api } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../../../base/services.tsx';
import { SecretDialog } from '../../../tables/secret-dialog.tsx';
import type { DeviceRow } from './device-row.ts';

/** The secret of a device that was just added. */
export function DeviceSecretDialog({ row, onClose }: { row: DeviceRow; onClose(): void }): ReactNode {
  const { t } = useTranslation('admin');
  return (
    <SecretDialog
      title={t('devices.secret.title', { name: row.name })}
      text={t('devices.secret.text', { number: row.number })}
      label={t('devices.secret.label')}
      secret={row.secret ?? ''}
      onClose={onClose}
    />
  );
}

/** Asks before the old secret stops working, then shows the new one. */
export function NewDeviceSecretDialog({ row, onClose }: { row: DeviceRow; onClose(): void }): ReactNode {
  const { t } = useTranslation('admin');
  const heading = useId();
  const server = useServer();
  const renew = useMutation({
    mutationFn: () => server.call(api.renewDeviceSecret, { params: { id: row.id } }),
  });
  if (renew.data) return <DeviceSecretDialog row={{ ...row, secret: renew.data.secret }} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} role="alertdialog" aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('devices.secret.renewTitle', { name: row.name })}</DialogTitle>
      <DialogContent>{t('devices.secret.renewText')}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" color="error" loading={renew.isPending} onClick={() => renew.mutate()}>
          {t('devices.secret.renew')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
