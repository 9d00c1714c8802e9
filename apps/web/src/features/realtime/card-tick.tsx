import Checkbox from '@mui/material/Checkbox';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDiskRoom } from '../../base/disk-room.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { isReady } from '../../live/record-control.ts';
import { tickDevices, useUntickedDevices } from '../../live/ticked-devices.ts';
import { RecordButton } from './record-button.tsx';

/** Whether a device takes part in the next start; while some record, its own start or stop. */
export function CardTick({
  device,
  empty,
  small = false,
}: {
  device: LiveDevice;
  empty: string | undefined;
  small?: boolean;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const unticked = useUntickedDevices();
  const isRecording = useFollowedRecords(({ running }) => running.size > 0);
  const diskFull = useDiskRoom()?.state === 'full';
  if (isRecording || diskFull || !isReady(device)) return <RecordButton device={device} empty={empty} small={small} />;
  return (
    <Checkbox
      size={small ? 'small' : 'medium'}
      checked={!unticked.has(device.number)}
      onChange={(_, ticked) => tickDevices([device.number], ticked)}
      slotProps={{ input: { 'aria-label': t('card.tick', { name: device.name }) } }}
      sx={small ? { padding: '4px' } : {}}
    />
  );
}
