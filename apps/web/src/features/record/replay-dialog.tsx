import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { api, type Record } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { notify, notifyProblem } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import styles from './replay-dialog.module.css';

const speeds = [0.25, 0.5, 1, 2, 4, 8];

/** How a record is played as a virtual device. */
export function ReplayDialog({ record, onClose }: { record: Record; onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const server = useServer();
  const [speed, setSpeed] = useState(1);
  const [loop, setLoop] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => server.call(api.startReplay, { params: { id: record.id }, body: { speed, loop } }),
    onError: notifyProblem,
    onSuccess: ({ name }) => {
      const link = { label: t('replay.see'), to: '/realtime' };
      notify({ kind: 'success', text: t('replay.started', { name }), link });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('replay.title')}
      className={styles.fields}
      cancel={t('replay.cancel')}
      save={t('replay.start')}
      ready
      saving={isPending}
      onSave={() => mutate()}
      onClose={onClose}
    >
      <p>{t('replay.text')}</p>
      <TextField
        select
        autoFocus
        label={t('replay.speed')}
        value={String(speed)}
        onChange={(event) => setSpeed(Number(event.target.value))}
      >
        {speeds.map((one) => (
          <MenuItem key={one} value={String(one)}>
            × {formatNumber(one, Number.isInteger(one) ? 0 : 2, language)}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        control={<Switch checked={loop} onChange={(event) => setLoop(event.target.checked)} />}
        label={t('replay.loop')}
      />
    </FormDialog>
  );
}
