import { mdiProgressClock, mdiRecordCircle, mdiStopCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDiskRoom } from '../../base/disk-room.ts';
import { useShortcut } from '../../base/shortcuts.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { isReady, planRecord, useRecordCommand } from '../../live/record-control.ts';
import { useUntickedDevices } from '../../live/ticked-devices.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { HoldButton } from './hold-button.tsx';
import styles from './record-bar.module.css';
import { Clock } from './record-clock.tsx';
import { SelectionButtons } from './selection-buttons.tsx';
import { useTimedRecord } from './timed-record.ts';

/** The record button and its clock, which never move; `children` stand at the right. */
export function RecordBar(props: { devices: readonly LiveDevice[]; children: ReactNode }): ReactNode {
  const { t } = useTranslation('realtime');
  const size = useScreenSize();
  const phone = size === 'phone';
  const unticked = useUntickedDevices();
  const plan = planRecord(props.devices, unticked);
  const { send, pending } = useRecordCommand();
  const recording = plan.command === 'cmd_stop';
  const waiting = pending || (plan.busy && plan.devices.length === 0);
  const diskFullNow = useDiskRoom()?.state === 'full';
  const diskFull = diskFullNow && !recording;
  const { lost } = useLiveLink();
  const idle = (plan.devices.length === 0 || diskFull || lost) && !waiting;
  const timed = useTimedRecord({
    isRecording: recording,
    start: () => send('cmd_start', plan.devices),
    stop: () => send('cmd_stop', plan.devices),
  });
  const press = timed.press;
  useShortcut('R', press, !waiting && !idle);

  const word = waiting
    ? t(recording || isStopping(props.devices) ? 'record.stopping' : 'record.starting')
    : recording
      ? t(phone ? 'record.stopShort' : 'record.stop')
      : timed.left !== undefined
        ? t('record.countdown', { count: timed.left })
        : plan.devices.length === 0
          ? t('record.start')
          : t(phone ? 'record.startShort' : 'record.startCount', { count: plan.devices.length });
  const look = {
    variant: 'contained',
    color: 'recording',
    size: 'large',
    className: styles.button ?? '',
    'aria-keyshortcuts': 'R',
  } as const;
  return (
    <div className={styles.bar}>
      {phone && recording && <SelectionButtons devices={props.devices} large />}
      {phone && recording && !waiting && !idle ? (
        <HoldButton {...look} onHeld={press}>
          <Icon path={mdiStopCircle} size={28} />
          <span className={styles.holdWords}>
            {word}
            <small>{t('record.hold')}</small>
          </span>
          <Clock devices={props.devices} short />
        </HoldButton>
      ) : (
        <Button
          {...look}
          disabled={waiting || idle}
          onClick={press}
          title={recording && !idle ? t('record.stopsAtOnce') : ''}
          aria-describedby={idle ? 'no-device-ready' : undefined}
        >
          <Icon
            path={waiting ? mdiProgressClock : recording ? mdiStopCircle : mdiRecordCircle}
            size={phone ? 28 : 20}
          />
          {word}
          {phone ? <Clock devices={props.devices} short /> : <KeyHint>R</KeyHint>}
        </Button>
      )}
      {!phone && <Clock devices={props.devices} />}
      {!phone && <SelectionButtons devices={props.devices} />}
      {plan.rest.length > 0 && !lost && !diskFullNow && (
        <Button
          variant="outlined"
          size="large"
          className={styles.rest ?? ''}
          disabled={pending}
          title={t('record.startRest', { count: plan.rest.length })}
          onClick={() => send('cmd_start', plan.rest)}
        >
          <Icon path={mdiRecordCircle} />
          {t('record.startRestShort', { count: plan.rest.length })}
        </Button>
      )}
      {idle && (
        <span id="no-device-ready" className={styles.reason}>
          {t(
            lost
              ? 'record.linkLost'
              : diskFull
                ? 'record.diskFull'
                : props.devices.some(isReady)
                  ? 'record.noneTicked'
                  : 'record.noneReady',
          )}
        </span>
      )}
      {!diskFull && <LeftOut devices={plan.refused} />}
      <p role="status" className="visually-hidden">
        {t(recording ? 'record.started' : 'record.stopped')}
      </p>
      {props.children !== null && <span className={styles.end}>{props.children}</span>}
    </div>
  );
}

/** Which devices the button leaves out, and why. */
function LeftOut({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  if (devices.length === 0) return null;
  const names = devices.map(({ name }) => name).join(', ');
  return (
    <span className={styles.reason} role="status" title={names}>
      {t('record.leftOut', { count: devices.length, name: names })}
    </span>
  );
}

function isStopping(devices: readonly LiveDevice[]): boolean {
  return devices.some((device) => device.is_connected && device.state === 'stopping_record');
}
