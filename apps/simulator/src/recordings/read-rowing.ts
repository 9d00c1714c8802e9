import { readTable } from './read-table.ts';
import { type SourceModule, sourceModule } from './source-module.ts';

const padding = -32768;
/** m of handle travel from one force of a curve to the next. */
const travelStep = 0.022;

/**
 * Handle force of an RP3 session. The source gives force over travel; on the time axis the n forces of a stroke lie
 * evenly over its drive time, the last one at the stroke's own time. The recovery holds no samples, as in the source.
 * Intervals follow one another, each with its own clock.
 */
export function readHandleForce(): SourceModule {
  const table = readTable('10_rowing_nk_rp3/rp3_curve.csv');
  const [ends, drives] = [table.numbers('time'), table.numbers('drive_time')];
  const [intervals, curves] = [table.texts('workout_interval_id'), table.texts('curve_data')];
  const times: number[] = [];
  const forces: number[] = [];
  const steps: number[] = [];
  let intervalStart = 0;
  let before = 0;
  curves.forEach((text, stroke) => {
    if (stroke > 0 && intervals[stroke] !== intervals[stroke - 1]) intervalStart = before;
    const end = intervalStart + (ends[stroke] ?? 0);
    const curve =
      text === ''
        ? []
        : text
            .split(',')
            .map(Number)
            .filter((force) => force !== padding);
    const start = Math.max(before, end - (drives[stroke] ?? 0));
    curve.forEach((force, k) => {
      times.push(start + ((end - start) * (k + 1)) / curve.length);
      forces.push(force);
      steps.push((k + 1) * travelStep);
    });
    before = end;
  });
  return sourceModule({
    id: 1,
    type: 'rower',
    rateHz: 50,
    realtimeRateHz: 50,
    timing: 'stamped',
    // A pause of the rower is no silence of the device.
    longestGapSeconds: 4,
    times,
    columns: [
      {
        name: 'handle_force',
        unit: 'N',
        type: 'int16',
        precision: 0,
        fr: 'Force à la poignée',
        en: 'Handle force',
        values: forces,
      },
      {
        name: 'handle_travel',
        unit: 'm',
        type: 'int16',
        scale: travelStep,
        precision: 3,
        fr: 'Course de la poignée',
        en: 'Handle travel',
        values: steps,
      },
    ],
  });
}

const strokeColumns = [
  ['Power', 'power', 'W', 0, 'Puissance', 'Power'],
  ['Stroke Rate', 'stroke_rate', '1/min', 1, 'Cadence', 'Stroke rate'],
  ['Catch', 'catch', '°', 0, 'Angle de prise', 'Catch angle'],
  ['Slip', 'slip', '°', 0, 'Perte à la prise', 'Slip'],
  ['Finish', 'finish', '°', 0, 'Angle de dégagé', 'Finish angle'],
  ['Wash', 'wash', '°', 0, 'Perte au dégagé', 'Wash'],
  ['Force Avg', 'force_mean', 'N', 0, 'Force moyenne', 'Mean force'],
  ['Force Max', 'force_max', 'N', 0, 'Force maximale', 'Peak force'],
  ['Max Force Angle', 'force_max_angle', '°', 0, 'Angle du maximum de force', 'Angle of peak force'],
  ['Work', 'work', 'J', 0, 'Travail', 'Work'],
  ['Speed (GPS)', 'speed', 'm/s', 2, 'Vitesse', 'Speed'],
] as const;

/** One sample a stroke from an EmPower oarlock; NaN where the device gave no value. Rows without a time are left out. */
export function readStrokes(): SourceModule {
  const elapsed = 3;
  const table = readTable('10_rowing_nk_rp3/EmpowerSpeedCoachForce.csv', { afterLine: 'Per-Stroke Data:' }).where(
    (row) => /^\d+:\d+:[\d.]+$/.test(row[elapsed] ?? ''),
  );
  return sourceModule({
    id: 2,
    type: 'stroke',
    rateHz: 0.5,
    realtimeRateHz: 1,
    timing: 'stamped',
    times: table.texts('Elapsed Time').map(secondsOf),
    startAt: 60,
    columns: strokeColumns.map(([source, name, unit, precision, fr, en]) => ({
      name,
      unit,
      type: 'float32',
      precision,
      fr,
      en,
      values: table.numbers(source),
    })),
  });
}

function secondsOf(text: string): number {
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
