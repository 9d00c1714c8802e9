import { mdiSelectDrag } from '@mdi/js';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { CalibrationPosition, type CalibrationRegion, parseChrono } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../charts/time-window.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './calibration.module.css';
import { useOpenRecord } from './open-record.ts';
import { boundProblems } from './selection-dialog.tsx';

interface Bounds {
  readonly t0: string;
  readonly t1: string;
}
type Named = Readonly<Partial<Record<CalibrationPosition, Bounds>>>;

const nothing: Bounds = { t0: '', t1: '' };
const isEmpty = ({ t0, t1 }: Bounds) => t0.trim() === '' && t1.trim() === '';

function boundsOf({ start, end }: Pick<CalibrationRegion, 'start' | 'end'>): Bounds {
  return { t0: formatChrono(start), t1: formatChrono(end) };
}

/** Faces and turns of a calibration that somebody names; as they are found while nobody does. */
export function useNamedPositions(extent: TimeWindow) {
  const [named, setNamed] = useState<Named>();
  const of = (position: CalibrationPosition) => named?.[position] ?? nothing;
  const problemsOf = (position: CalibrationPosition) =>
    isEmpty(of(position)) ? {} : boundProblems(of(position).t0, of(position).t1, extent);
  const hasProblem = CalibrationPosition.options.some((position) => Object.keys(problemsOf(position)).length > 0);
  const regions = CalibrationPosition.options.flatMap((position): CalibrationRegion[] => {
    const [start, end] = [parseChrono(of(position).t0), parseChrono(of(position).t1)];
    return start === undefined || end === undefined ? [] : [{ position, start, end }];
  });
  return {
    isNamed: named !== undefined,
    of,
    problemsOf,
    /** Undefined where they are found; null while one of them is no stretch of the record. */
    regions: named === undefined ? undefined : hasProblem ? null : regions,
    /** Begins with what was found. */
    begin: (found: readonly CalibrationRegion[]) =>
      setNamed(Object.fromEntries(found.map((region) => [region.position, boundsOf(region)]))),
    forget: () => setNamed(undefined),
    change: (position: CalibrationPosition, some: Partial<Bounds>) =>
      setNamed((now) => ({ ...now, [position]: { ...(now?.[position] ?? nothing), ...some } })),
  };
}

type NamedPositions = ReturnType<typeof useNamedPositions>;

/** The positions of a calibration: as they were found, or fields for each. */
export function CalibrationPositions(props: {
  positions: NamedPositions;
  /** Undefined while they are looked for. */
  found: readonly CalibrationRegion[] | undefined;
}): ReactNode {
  const { t } = useTranslation('record');
  const { positions } = props;
  const { found = [] } = props;
  const isLookedFor = props.found === undefined;
  return (
    <fieldset className={styles.positions}>
      <legend>{t('calibration.positions.title')}</legend>
      <FormControlLabel
        control={
          <Checkbox
            checked={positions.isNamed}
            disabled={isLookedFor && !positions.isNamed}
            onChange={(_, checked) => (checked ? positions.begin(found) : positions.forget())}
          />
        }
        label={t('calibration.positions.name')}
      />
      {positions.isNamed
        ? CalibrationPosition.options.map((position) => (
            <PositionRow key={position} position={position} positions={positions} />
          ))
        : found.map(({ position, start, end }) => (
            <p key={position} className={styles.times}>
              {t(`calibration.position.${position}`)}{' '}
              {t('steps.calibrationWindow', { from: formatChrono(start), to: formatChrono(end) })}
            </p>
          ))}
    </fieldset>
  );
}

function PositionRow({ position, positions }: { position: CalibrationPosition; positions: NamedPositions }): ReactNode {
  const { t } = useTranslation('record');
  const name = t(`calibration.position.${position}`);
  const problems = positions.problemsOf(position);
  const bound = (which: keyof Bounds) => {
    const problem = problems[which];
    return (
      <TextField
        size="small"
        label={t(`selection.${which}`)}
        value={positions.of(position)[which]}
        error={problem !== undefined}
        helperText={problem && t(`selection.problem.${problem}`)}
        slotProps={{ htmlInput: { inputMode: 'text', 'aria-label': `${name}, ${t(`selection.${which}`)}` } }}
        onChange={(event) => positions.change(position, { [which]: event.target.value })}
      />
    );
  };
  return (
    <div className={styles.position}>
      <span className={styles.positionName}>{name}</span>
      {bound('t0')}
      {bound('t1')}
      <StretchMenu name={name} onChoose={(bounds) => positions.change(position, bounds)} />
    </div>
  );
}

/** Takes the bounds of a selection, or of what the graphs show. */
function StretchMenu({ name, onChoose }: { name: string; onChoose(bounds: Bounds): void }): ReactNode {
  const { t } = useTranslation('record');
  const { view, selections } = useOpenRecord();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const visible = view.x.times(view.window);
  const stretches = [
    ...selections.selections.map(({ id, num, exercise, t0, t1 }) => ({
      key: String(id),
      words: [t('calibration.window.selection', { number: num }), exercise].filter(Boolean).join(' · '),
      bounds: boundsOf({ start: t0, end: t1 }),
    })),
    {
      key: 'visible',
      words: t('calibration.window.visible'),
      bounds: boundsOf({ start: Math.max(0, visible.from), end: Math.min(view.x.timeExtent.to, visible.to) }),
    },
  ];
  const label = t('calibration.positions.take', { position: name });
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiSelectDrag} size={18} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {stretches.map(({ key, words, bounds }) => (
          <MenuItem
            key={key}
            dense
            onClick={() => {
              onChoose(bounds);
              setAnchor(null);
            }}
          >
            {words} {t('steps.calibrationWindow', { from: bounds.t0, to: bounds.t1 })}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
