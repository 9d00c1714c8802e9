import { mdiStopCircleOutline } from '@mdi/js';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { api } from '@sillage/contract';
import { isReplayNumber } from '@sillage/domain';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../base/may.ts';
import { notifyProblem } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { Icon } from '../../ui/icon.tsx';

/** In the menu of a virtual device that plays a record: its end. */
export function EndReplayItem(props: {
  device: Pick<LiveDevice, 'number' | 'client_id'>;
  onChosen(): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const server = useServer();
  const mayEnd = useMay('replay.edit');
  const { number, client_id: clientId } = props.device;
  const { mutate } = useMutation({
    mutationFn: () => server.call(api.endReplay, { params: { clientId, deviceNumber: number } }),
    onError: notifyProblem,
  });
  if (!mayEnd || !isReplayNumber(number)) return null;
  return (
    <MenuItem
      onClick={() => {
        props.onChosen();
        mutate();
      }}
    >
      <ListItemIcon>
        <Icon path={mdiStopCircleOutline} />
      </ListItemIcon>
      {t('replay.end')}
    </MenuItem>
  );
}
