import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { api } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify, notifyProblem } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { useConnectedDevices } from '../../live/devices.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { useClientLists } from '../../records/record-queries.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PickMany } from '../../ui/pick-many.tsx';
import styles from './card-menu.module.css';

/** Who wears a device: typed and chosen; who wears another one is named, and gives that one back unless told otherwise. */
export function PairDialog({ device, onClose }: { device: LiveDevice; onClose(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const server = useServer();
  const { people } = useClientLists();
  const { devices = [], reload } = useConnectedDevices();
  const [chosen, choose] = useState<readonly number[]>(device.users.map(({ id }) => id));
  const [takesBack, setTakesBack] = useState(true);
  const others = wornElsewhere(devices, device, chosen);
  const save = useMutation({
    mutationFn: async () => {
      await server.call(api.editDevice, { params: { id: device.id }, body: { users: [...chosen] } });
      for (const other of takesBack ? others : []) {
        const users = other.users.map(({ id }) => id).filter((id) => !chosen.includes(id));
        await server.call(api.editDevice, { params: { id: other.id }, body: { users } });
      }
    },
    onSuccess: () => {
      reload();
      const names = athleteNames(people.filter(({ id }) => chosen.includes(id)));
      const text =
        names === '' ? t('pair.unpaired', { name: device.name }) : t('pair.paired', { name: device.name, names });
      notify({ kind: 'success', text });
      onClose();
    },
    onError: notifyProblem,
  });
  return (
    <FormDialog
      title={t('pair.title', { name: device.name })}
      className={styles.fields}
      cancel={t('pair.cancel')}
      save={t('pair.save')}
      saving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <PickMany
        label={t('pair.athletes')}
        none={t('card.unpaired')}
        autoFocus
        choices={people.map((one) => ({ value: one.id, label: `${one.firstname} ${one.lastname}` }))}
        chosen={chosen}
        onChoose={choose}
      />
      {others.map((other) => (
        <p key={other.number} role="status" className={styles.warning}>
          {t('pair.wears', {
            names: athleteNames(other.users.filter(({ id }) => chosen.includes(id))),
            name: other.name,
          })}
        </p>
      ))}
      {others.length > 0 && (
        <FormControlLabel
          control={<Checkbox checked={takesBack} onChange={(_, on) => setTakesBack(on)} />}
          label={t('pair.takeBack', { names: others.map(({ name }) => name).join(', ') })}
        />
      )}
    </FormDialog>
  );
}

/** Other devices that somebody of these wears. */
export function wornElsewhere(
  devices: readonly LiveDevice[],
  device: Pick<LiveDevice, 'number'>,
  chosen: readonly number[],
): LiveDevice[] {
  return devices.filter(({ number, users }) => number !== device.number && users.some(({ id }) => chosen.includes(id)));
}
