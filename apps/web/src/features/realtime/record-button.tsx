import { mdiRecordCircleOutline, mdiStopCircleOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDiskRoom } from '../../base/disk-room.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { type Command, commandFor, isRefused, useRecordCommand } from '../../live/record-control.ts';
import { Icon } from '../../ui/icon.tsx';

/** Starts or stops one device; off with the reason where it cannot start; `empty` keeps its place while it can do neither. */
export function RecordButton(props: { device: LiveDevice; empty: string | undefined; small?: boolean }): ReactNode {
  const { device, small = false } = props;
  const { send, pending } = useRecordCommand();
  const refused = isRefused(device);
  const command = refused ? 'cmd_start' : commandFor(device);
  const { label, off } = useWords(device, command, refused);
  if (command === undefined) return <span className={props.empty} />;
  return (
    <IconButton
      size={small ? 'small' : 'medium'}
      disabled={pending || off}
      aria-label={label}
      title={label}
      onClick={() => send(command, [device])}
    >
      <Icon
        path={command === 'cmd_stop' ? mdiStopCircleOutline : mdiRecordCircleOutline}
        {...(small ? { size: 18 } : {})}
      />
    </IconButton>
  );
}

function stopWords(state: LiveDevice['state']) {
  if (state === 'recovery_scenario') return 'record.forceStopScenario';
  return state === 'recovery_record' ? 'record.forceStopOne' : 'record.stopOne';
}

function useWords(
  { name, state, meta_problem: problem }: LiveDevice,
  command: Command | undefined,
  refused: boolean,
): { readonly label: string; readonly off: boolean } {
  const { t } = useTranslation('realtime');
  const diskFull = useDiskRoom()?.state === 'full';
  const { lost } = useLiveLink();
  if (lost) return { label: t('record.linkLost'), off: true };
  if (command === 'cmd_stop') {
    return { label: t(stopWords(state), { name }), off: false };
  }
  if (refused) return { label: t('record.refusedOne', { name, problem }), off: true };
  if (diskFull) return { label: t('record.diskFull'), off: true };
  return { label: t('record.startOne', { name }), off: false };
}
