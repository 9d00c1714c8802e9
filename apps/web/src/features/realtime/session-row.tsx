import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { isReady } from '../../live/record-control.ts';
import { tickDevices, useUntickedDevices } from '../../live/ticked-devices.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { sayDuration } from '../../ui/say-duration.ts';
import { useLiveSelections } from './live-selections.ts';
import { NextRecordFields } from './next-record.tsx';
import styles from './session-row.module.css';
import { TargetRow } from './targets/target-row.tsx';
import { countdowns, durations, useTiming } from './timed-record.ts';

/** Before a record: how it starts and stops, and how many take part. */
export function SessionRow({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const isRecording = useFollowedRecords(({ running }) => running.size > 0);
  return isRecording ? <DuringRecord devices={devices} /> : <BeforeRecord devices={devices} />;
}

/** Selections that are named in the row, the last of them. */
const shownSelections = 6;

/** While it records: its selections, of the device that has the most. */
function DuringRecord({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const { selections } = useLiveSelections(devices);
  const { stopSeconds } = useTiming();
  const language = useAppearance((appearance) => appearance.language);
  return (
    <div className={styles.row}>
      <span className={styles.running}>
        {selections.length === 0 && <span className={styles.count}>{t('session.noSelection')}</span>}
        {selections.slice(-shownSelections).map(({ num, t0, t1, exercise }) =>
          t1 === null ? (
            <span key={num} className={styles.open}>
              {t('session.open', { num })}
            </span>
          ) : (
            <span key={num} title={exercise}>
              S{num} <b>{formatChrono(t1 - t0, 1)}</b>
            </span>
          ),
        )}
      </span>
      <span className={styles.spacer} />
      <TargetRow devices={devices} />
      {stopSeconds > 0 && (
        <span className={styles.count}>
          {t('session.stopsAfter', { duration: sayDuration(stopSeconds, language) })}
        </span>
      )}
    </div>
  );
}

function BeforeRecord({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const { countdownSeconds, stopSeconds } = useTiming();
  const unticked = useUntickedDevices();
  const language = useAppearance((appearance) => appearance.language);
  const ready = devices.filter(isReady);
  const ticked = ready.filter(({ number }) => !unticked.has(number)).length;
  const all = ticked === ready.length;
  return (
    <div className={styles.row}>
      <NextRecordFields devices={ready.filter(({ number }) => !unticked.has(number))} />
      <Choice
        label={t('session.start')}
        value={countdownSeconds}
        choices={countdowns.map((seconds) => ({
          value: seconds,
          label: seconds === 0 ? t('session.atOnce') : t('session.countdown', { count: seconds }),
        }))}
        onChange={(seconds) => useTiming.setState({ countdownSeconds: seconds })}
      />
      <Choice
        label={t('session.stop')}
        title={t('session.stopHint')}
        value={stopSeconds}
        choices={durations.map((seconds) => ({
          value: seconds,
          label: seconds === 0 ? t('session.byHand') : t('session.after', { duration: sayDuration(seconds, language) }),
        }))}
        onChange={(seconds) => useTiming.setState({ stopSeconds: seconds })}
      />
      <TargetRow devices={devices} />
      <span className={styles.spacer} />
      {ready.length > 1 && (
        <>
          <span className={styles.count}>
            <b>{ticked}</b> {t('session.ticked', { count: ticked, total: ready.length })}
          </span>
          <Button
            size="small"
            onClick={() =>
              tickDevices(
                ready.map(({ number }) => number),
                !all,
              )
            }
          >
            {t(all ? 'session.untickAll' : 'session.tickAll')}
          </Button>
        </>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly title?: string;
  readonly value: number;
  readonly choices: readonly { readonly value: number; readonly label: string }[];
  onChange(value: number): void;
}

function Choice({ label, title, value, choices, onChange }: ChoiceProps): ReactNode {
  return (
    <TextField
      select
      variant="outlined"
      size="small"
      fullWidth={false}
      className={styles.choice ?? ''}
      title={title ?? ''}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      slotProps={{
        select: {
          SelectDisplayProps: { 'aria-label': label },
          renderValue: (shown) => (
            <span className={styles.shown}>
              <small>{label}</small> {choices.find((one) => one.value === shown)?.label}
            </span>
          ),
        },
      }}
    >
      {choices.map((one) => (
        <MenuItem key={one.value} value={one.value}>
          {one.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
