import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import type { ClockDrift, Language, RecordHistory } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { readTypedNumber, typedNumber } from '../../ui/typed-number.ts';
import { useOpenRecord } from './open-record.ts';
import { useStepActions } from './step-queries.ts';
import styles from './steps.module.css';

/** ppm; what a step takes at most. */
const mostDriftPpm = 10_000;

/** As it is typed, as precise as it is known. */
const driftText = (value: number, { uncertainty_ppm: by }: ClockDrift, language: Language) =>
  typedNumber(value, by < 0.1 ? 2 : 1, language);

/** Jumps and the drift that the blocks of the device tell of, each to be taken out or not; a drift may be typed, too. */
export function ClockDialog(props: { history: RecordHistory; onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  const { add } = useStepActions(record.id);
  const seen = props.history.clock.filter(({ repaired }) => !repaired);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const driftSeen = props.history.drift?.repaired === false ? props.history.drift : undefined;
  const proposed = driftSeen && driftText(driftSeen.ppm, driftSeen, language);
  const isSure = driftSeen !== undefined && Math.abs(driftSeen.ppm) > driftSeen.uncertainty_ppm;
  const [typed, setTyped] = useState(isSure ? (proposed ?? '') : '');
  const drift = typed.trim() === '' ? 0 : readTypedNumber(typed);
  const isDrift = drift !== undefined && Math.abs(drift) <= mostDriftPpm;
  const jumps = seen.filter(({ at }) => !left.has(at)).map(({ at, seconds }) => ({ at, seconds }));
  const isNothing = jumps.length === 0 && drift === 0;
  const save = () => {
    if (!isDrift) return;
    add.mutate({ kind: 'clock', arguments: { jumps, drift_ppm: drift } }, { onSuccess: props.onClose });
  };
  const turn = (at: number) =>
    setLeft((now) => new Set(now.has(at) ? [...now].filter((one) => one !== at) : [...now, at]));
  return (
    <FormDialog
      title={t('clock.title')}
      className={styles.form}
      cancel={t('cancel')}
      save={t(isNothing ? 'clock.nothing' : 'crop.apply')}
      ready={!isNothing && isDrift}
      saving={add.isPending}
      onSave={save}
      onClose={props.onClose}
    >
      <p>{t(seen.length === 0 ? 'clock.none' : 'clock.seen')}</p>
      {seen.map(({ at, at_in_record: here, seconds, modules }) => (
        <FormControlLabel
          key={at}
          control={<Checkbox checked={!left.has(at)} onChange={() => turn(at)} />}
          label={t(here === null ? 'clock.jumpCropped' : 'clock.jump', {
            at: formatChrono(here ?? at),
            seconds: formatNumber(seconds, 3, language),
            modules: t('clock.modules', { count: modules }),
          })}
        />
      ))}
      {driftSeen && (
        <FormControlLabel
          control={
            <Checkbox
              checked={typed === proposed}
              onChange={(_event, isOn) => setTyped(isOn ? (proposed ?? '') : '')}
            />
          }
          label={t('clock.driftSeen', {
            ppm: proposed,
            by: driftText(driftSeen.uncertainty_ppm, driftSeen, language),
            time: formatChrono(driftSeen.seconds),
            count: driftSeen.arrivals,
          })}
        />
      )}
      <TextField
        label={t('clock.drift')}
        value={typed}
        error={!isDrift}
        helperText={t(isDrift ? (driftSeen ? 'clock.driftSign' : 'clock.driftHint') : 'clock.driftWrong')}
        slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 12 } }}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
