import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDiskRoom } from '../base/disk-room.ts';
import { useConnectedDevices } from '../live/devices.ts';
import { useFollowedRecords } from '../live/followed-records.ts';
import { useLiveLink } from '../live/live.tsx';
import { planRecord, useRecordCommand } from '../live/record-control.ts';
import { useUntickedDevices } from '../live/ticked-devices.ts';

/** Starts every device that is ready and goes where they are watched; undefined while none is, or some record. */
export function useStartRecord(): { readonly label: string; readonly pending: boolean; start(): void } | undefined {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { devices = [] } = useConnectedDevices();
  const { lost } = useLiveLink();
  const diskFull = useDiskRoom()?.state === 'full';
  const recording = useFollowedRecords(({ running }) => running.size > 0);
  const { send, pending } = useRecordCommand();
  const plan = planRecord(devices, useUntickedDevices());
  if (recording || lost || diskFull || plan.command !== 'cmd_start' || plan.devices.length === 0) return undefined;
  return {
    label: t('recording.start', { count: plan.devices.length }),
    pending,
    start() {
      send(plan.command, plan.devices);
      navigate({ to: '/realtime' }).catch(() => undefined);
    },
  };
}
