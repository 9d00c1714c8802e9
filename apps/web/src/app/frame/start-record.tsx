import { mdiChartMultiline, mdiRecordCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectedDevices } from '../../live/devices.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { useLiveLink } from '../../live/live.tsx';
import { planRecord, useRecordCommand } from '../../live/record-control.ts';
import { Icon } from '../../ui/icon.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { useDiskRoom } from '../disk-room.ts';
import { showRealtimeAs } from '../realtime-view.ts';

/** On the start page: the next record and, on a phone, whose header counts no devices, the live curves are one press away. */
export default function StartRecord(): ReactNode {
  return (
    <>
      {useScreenSize() === 'phone' && <CurvesLink />}
      <StartButton />
    </>
  );
}

function CurvesLink(): ReactNode {
  const { t } = useTranslation('app');
  const label = t('header.curves');
  return (
    <IconButton
      component={Link}
      to="/realtime"
      color="inherit"
      aria-label={label}
      title={label}
      onClick={() => showRealtimeAs('curves')}
    >
      <Icon path={mdiChartMultiline} size={24} />
    </IconButton>
  );
}

/** Starts every device that is ready and goes where they are watched; nothing while none is, or some record. */
function StartButton(): ReactNode {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { devices = [] } = useConnectedDevices();
  const { lost } = useLiveLink();
  const diskFull = useDiskRoom()?.state === 'full';
  const recording = useFollowedRecords(({ running }) => running.size > 0);
  const { send, pending } = useRecordCommand();
  const small = useScreenSize() !== 'desktop';
  const plan = planRecord(devices);
  if (recording || lost || diskFull || plan.command !== 'cmd_start' || plan.devices.length === 0) return null;
  const label = t('recording.start', { count: plan.devices.length });
  const start = (): void => {
    send(plan.command, plan.devices);
    navigate({ to: '/realtime' }).catch(() => undefined);
  };
  return small ? (
    <IconButton color="inherit" disabled={pending} aria-label={label} title={label} onClick={start}>
      <Icon path={mdiRecordCircle} size={24} />
    </IconButton>
  ) : (
    <Button variant="outlined" disabled={pending} onClick={start}>
      <Icon path={mdiRecordCircle} />
      {label}
    </Button>
  );
}
