import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveDevice } from '../../live/merge-device.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import styles from './card-menu.module.css';
import { useDeviceCommands } from './device-commands.ts';

/** Characters that a device takes. */
const longestName = 60;

/** What a device is called, by itself and here. */
export function RenameDialog({ device, onClose }: { device: LiveDevice; onClose(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const [name, setName] = useState(device.name);
  const { rename, pending } = useDeviceCommands(device);
  const typed = name.trim();
  return (
    <FormDialog
      title={t('rename.title', { name: device.name })}
      className={styles.fields}
      cancel={t('pair.cancel')}
      save={t('rename.save')}
      ready={typed !== ''}
      saving={pending}
      onSave={() => (typed === device.name ? onClose() : rename(typed, onClose))}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={t('rename.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: longestName } }}
      />
    </FormDialog>
  );
}
