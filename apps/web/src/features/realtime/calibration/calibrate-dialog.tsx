import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { MeasuredCalibration } from '@sillage/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectedDevices } from '../../../live/devices.ts';
import { useLiveLink } from '../../../live/live.tsx';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { isReady } from '../../../live/record-control.ts';
import styles from './calibration.module.css';
import { type Calibrated, useCalibrations } from './calibration-commands.ts';
import { canCalibrate, typesFor } from './can-calibrate.ts';
import { FoundResidual } from './found-residual.tsx';
import { Guidance } from './guidance.tsx';

/** Calibrates a device, and others with it: what to do, then what is left of the error. */
export function CalibrateDialog({ device, onClose }: { device: LiveDevice; onClose(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const heading = useId();
  const { running, start, stop, isBusy } = useCalibrations();
  const offered = typesFor(device);
  const [chosenType, setType] = useState(offered[0] ?? 'calib_gyro');
  const [ticked, setTicked] = useState<readonly number[]>([device.number]);
  const { ended, add, again } = useEndedCalibrations();
  const { devices = [] } = useConnectedDevices();
  const { lost } = useLiveLink();
  const type = running[0]?.calib_type ?? ended[0]?.calib_type ?? chosenType;
  const isRunning = running.length > 0;
  const joining = devices.filter((one) => isReady(one) && !running.some(({ number }) => number === one.number));
  const chosen = joining
    .filter((one) => ticked.includes(one.number) && canCalibrate(type, one))
    .map(({ number }) => number);
  const nameOf = (number: number) => devices.find((one) => one.number === number)?.name ?? String(number);
  const isOver = ended.length > 0;
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} maxWidth="sm" fullWidth>
      <DialogTitle id={heading}>{t('calibration.title')}</DialogTitle>
      <DialogContent className={styles.content ?? ''}>
        {isOver ? (
          ended.map((one) => (
            <FoundResidual key={one.record_id} name={nameOf(one.number)} calibrated={one} onAgain={() => again(one)} />
          ))
        ) : (
          <>
            <TypeField type={type} offered={isRunning ? [type] : offered} isFixed={isRunning} onChoose={setType} />
            <Guidance type={type} />
            {isRunning && (
              <p role="status">
                {t('calibration.running', { names: running.map((one) => nameOf(one.number)).join(', ') })}
              </p>
            )}
            <Devices devices={joining} {...{ type, isRunning, ticked }} onTick={setTicked} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('calibration.close')}</Button>
        {!isOver && (
          <Button
            variant={isRunning ? 'outlined' : 'contained'}
            disabled={lost || isBusy || chosen.length === 0}
            onClick={() => start(type, chosen)}
          >
            {t(isRunning ? 'calibration.join' : 'calibration.start', { count: chosen.length })}
          </Button>
        )}
        {isRunning && (
          <Button variant="contained" disabled={lost || isBusy} onClick={() => stop(add)}>
            {t('calibration.stop')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** What is shown of calibrations that have ended, until each is done again. */
function useEndedCalibrations() {
  const [all, setAll] = useState<readonly Calibrated[]>([]);
  const [left, setLeft] = useState<ReadonlySet<Calibrated>>(new Set());
  return {
    ended: all.filter((one) => !left.has(one)),
    add: (found: readonly Calibrated[]) => setAll((before) => [...before, ...found]),
    again: (one: Calibrated) => setLeft((before) => new Set([...before, one])),
  };
}

function TypeField(props: {
  type: MeasuredCalibration;
  offered: readonly MeasuredCalibration[];
  isFixed: boolean;
  onChoose(type: MeasuredCalibration): void;
}): ReactNode {
  const { t } = useTranslation(['realtime', 'records']);
  return (
    <TextField
      select
      label={t('calibration.type')}
      value={props.type}
      disabled={props.isFixed}
      onChange={(event) => props.onChoose(MeasuredCalibration.parse(event.target.value))}
    >
      {props.offered.map((one) => (
        <MenuItem key={one} value={one}>
          {t(`records:calibrationType.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Those that are ready: to begin with, or to join. */
function Devices(props: {
  devices: readonly LiveDevice[];
  type: MeasuredCalibration;
  isRunning: boolean;
  ticked: readonly number[];
  onTick(numbers: readonly number[]): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const { devices, type, isRunning, ticked, onTick } = props;
  if (devices.length === 0) return <p>{t(isRunning ? 'calibration.noneJoins' : 'calibration.noneReady')}</p>;
  return (
    <fieldset className={styles.devices}>
      <legend>{t('calibration.devices')}</legend>
      {devices.map((device) => (
        <FormControlLabel
          key={device.number}
          disabled={!canCalibrate(type, device)}
          control={
            <Checkbox
              checked={ticked.includes(device.number) && canCalibrate(type, device)}
              onChange={(_, checked) =>
                onTick(checked ? [...ticked, device.number] : ticked.filter((one) => one !== device.number))
              }
            />
          }
          label={canCalibrate(type, device) ? device.name : t('calibration.cannot', { name: device.name })}
        />
      ))}
    </fieldset>
  );
}
