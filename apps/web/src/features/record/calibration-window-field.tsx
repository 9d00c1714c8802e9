import TextField from '@mui/material/TextField';
import { parseChrono } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../charts/time-window.ts';
import { ChoiceButtons } from '../../ui/choice-buttons.tsx';
import { formatChrono } from '../../ui/chrono.ts';
import styles from './calibration.module.css';
import { useOpenRecord } from './open-record.ts';
import { boundProblems } from './selection-dialog.tsx';

type Source = 'visible' | 'selection' | 'numbers';

/** Where a calibration is measured: what the graphs show, the active selection, or typed bounds. */
export function useCalibrationWindow() {
  const { view, selections } = useOpenRecord();
  const active = selections.selections.find(({ id }) => id === view.activeSelection);
  const [source, setSource] = useState<Source>(active === undefined ? 'visible' : 'selection');
  const visible = within(view.x.times(view.window), view.x.timeExtent);
  const [typed, setTyped] = useState({ t0: formatChrono(visible.from), t1: formatChrono(visible.to) });
  const problems = boundProblems(typed.t0, typed.t1, view.x.timeExtent);
  const readTyped = (): TimeWindow | undefined => {
    const [from, to] = [parseChrono(typed.t0), parseChrono(typed.t1)];
    if (from === undefined || to === undefined || problems.t0 || problems.t1) return undefined;
    return within({ from, to }, view.x.timeExtent);
  };
  const selected = active && within({ from: active.t0, to: active.t1 }, view.x.timeExtent);
  const windows = { visible, selection: selected ?? visible, numbers: readTyped() };
  return { source, setSource, typed, setTyped, problems, active, window: windows[source] };
}

const within = ({ from, to }: TimeWindow, extent: TimeWindow): TimeWindow => ({
  from: Math.max(extent.from, from),
  to: Math.min(extent.to, to),
});

export function CalibrationWindowField(props: ReturnType<typeof useCalibrationWindow>): ReactNode {
  const { t } = useTranslation('record');
  const { source, setSource, typed, setTyped, problems, active, window } = props;
  const bound = (name: 't0' | 't1') => (
    <TextField
      label={t(`selection.${name}`)}
      value={typed[name]}
      error={problems[name] !== undefined}
      helperText={problems[name] === undefined ? 'mm:ss.SSS' : t(`selection.problem.${problems[name]}`)}
      slotProps={{ htmlInput: { inputMode: 'text' } }}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <div className={styles.window}>
      <ChoiceButtons<Source>
        label={t('calibration.window.title')}
        chosen={source}
        choices={[
          { value: 'visible', label: t('calibration.window.visible') },
          ...(active === undefined
            ? []
            : [{ value: 'selection', label: t('calibration.window.selection', { number: active.num }) } as const]),
          { value: 'numbers', label: t('calibration.window.numbers') },
        ]}
        onChoose={setSource}
      />
      {source === 'numbers' ? (
        <div className={styles.bounds}>
          {bound('t0')}
          {bound('t1')}
        </div>
      ) : (
        window && (
          <p className={styles.times}>
            {t('steps.calibrationWindow', { from: formatChrono(window.from), to: formatChrono(window.to) })}
          </p>
        )
      )}
    </div>
  );
}
