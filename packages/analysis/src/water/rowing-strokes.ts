import { findPeaks, lowPassTwice, meanAndDeviation, sampleFrom } from '@sillage/signal';
import { defineAnalysis, type NoValue } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { cycleFigure } from '../figures/cycle-figure.ts';
import { axis } from '../figures/figure.ts';
import { strokeOutputs } from './stroke-outputs.ts';
import { meanPitch, pitchOf, pitchOutputs, pitchRoles, rangeWithin } from './stroke-pitch.ts';
import { rowingStrokesFormulas } from './water-formulas.ts';

/** Hz in which drives and catches are looked for; s of a stroke at most; peaks among which the usual prominence is found. */
const [driveHz, catchHz, longestStroke, among] = [1.5, 5, 6, 10];
/** m/s² below which the boat is held back. */
const checkBelow = -0.5;
const leastStrokes = 3;

/** Strokes of a boat by how it accelerates. */
export const rowingStrokes = defineAnalysis({
  id: 'rowingStrokes',
  version: 2,
  name: { fr: 'Coups d’aviron (accélération)', en: 'Rowing strokes (acceleration)' },
  about: {
    fr: 'Cadence, rythme, retenue à la prise, tangage et efficacité d’après l’accélération du bateau.',
    en: 'Rate, rhythm, check at the catch, pitch and efficiency by the acceleration of the boat.',
  },
  serves: { scenarios: [], sports: ['aviron', 'rowing'] },
  rows: 'samples',
  inputs: {
    acceleration: {
      name: { fr: 'accélération vers l’avant', en: 'forward acceleration' },
      unit: 'm/s²',
      spelled: /^(acc_?x|a_?x|acc_forward|acceleration)$/,
    },
    speed: {
      name: { fr: 'vitesse', en: 'speed' },
      unit: 'm/s',
      spelled: /^(speed|vitesse|gps_speed)$/,
      optional: true,
    },
    ...pitchRoles,
  },
  parameters: {
    prominence: numberParameter(
      ['Saillance minimale', 'Least prominence'],
      ...(['m/s²', 0.8, [0.05, 20], 'House (sheet 3.1)'] as const),
    ),
    highestRate: numberParameter(
      ['Cadence maximale', 'Highest rate'],
      ...(['1/min', 50, [20, 80], 'House (sheet 3.1)'] as const),
    ),
    direction: {
      name: { fr: 'Sens de l’axe', en: 'Direction of the axis' },
      unit: '',
      default: 'found',
      choices: ['found', 'forward', 'backward'],
      source: 'found: the drive is the shorter part of the stroke (sheet 3.1)',
    },
  },
  presets: [],
  explained: rowingStrokesFormulas,
  outputs: {
    ...strokeOutputs,
    checkTime: output(
      ['Temps de retenue (t_check)', 'Check time (t_check)'],
      ...(['s', 3] as const),
      ['accélération sous −0,5 m/s² autour de la prise', 'acceleration below −0.5 m/s² around the catch'],
      ['Combien de temps le bateau est retenu à chaque prise.', 'How long the boat is held back at each catch.'],
      'House (sheet 3.4)',
      { better: 'lower' },
    ),
    checkShare: output(
      ['Part de retenue (ratio_check)', 'Check share (ratio_check)'],
      ...(['%', 1] as const),
      ['100 · t_check ÷ durée du coup', '100 · t_check ÷ stroke time'],
      ['Part du coup où le bateau est retenu.', 'Share of the stroke in which the boat is held back.'],
      'House (sheet 3.4)',
      { better: 'lower' },
    ),
    checkSpeed: output(
      ['Vitesse perdue à la prise', 'Speed lost at the catch'],
      ...(['m/s', 2] as const),
      ['∫ accélération négative autour de la prise', '∫ negative acceleration around the catch'],
      ['De combien le bateau ralentit à la prise.', 'How much the boat slows at the catch.'],
      'House (sheet 3.4)',
      { better: 'lower' },
    ),
    efficiency: output(
      ['Efficacité de traînée', 'Drag efficiency'],
      ...(['%', 1] as const),
      ['moyenne(v)³ ÷ moyenne(v³), par coup', 'mean(v)³ ÷ mean(v³), by stroke'],
      ['100 : vitesse parfaitement régulière.', '100: perfectly even speed.'],
      'Hill & Fahrig 2009',
      { better: 'higher' },
    ),
    ...pitchOutputs,
  },
  find({ acceleration, speed, port, up, pitchRate }, { prominence, highestRate, direction }) {
    const times = acceleration.timesSeconds;
    const rateHz = (times.length - 1) / (times.at(-1)! - times[0]!);
    if (!(rateHz >= 2 * catchHz)) return { refused: 'tooSlow', numbers: { rate: rateHz || 0, least: 2 * catchHz } };
    const { centred, sign } = levelled(acceleration.values, direction);
    const pitch = pitchOf({ x: acceleration, y: port, z: up, rate: pitchRate }, rateHz, sign);
    const swings = pitchRate?.values.length === times.length ? pitch : undefined;
    const smooth = lowPassTwice(centred, rateHz, catchHz);
    const drives = findPeaks(lowPassTwice(centred, rateHz, driveHz), {
      prominence,
      distance: (60 / highestRate) * rateHz,
    });
    const peaks = usual(drives, among);
    const strokes = toStrokes(
      times,
      smooth,
      peaks.map(({ at }) => at),
    );
    if (strokes.length < leastStrokes)
      return { refused: 'tooFewStrokes', numbers: { count: strokes.length, least: leastStrokes } };
    const cycles = strokes.map((stroke) => {
      const seconds = times[stroke.next]! - times[stroke.catch]!;
      const ways = speed && wayOf(speed.timesSeconds, speed.values, times[stroke.catch]!, times[stroke.next]!);
      const { held, lost } = checkOf(times, smooth, stroke.catch);
      const stretch = { from: times[stroke.catch]!, to: times[stroke.next]! };
      return {
        ...stretch,
        values: {
          ...{ rate: 60 / seconds, strokeTime: seconds, driveTime: times[stroke.end]! - times[stroke.catch]! },
          driveShare: (100 * (times[stroke.end]! - times[stroke.catch]!)) / seconds,
          ...{ checkTime: held, checkShare: (100 * held) / seconds, checkSpeed: lost },
          ...(ways && { strokeDistance: ways.metres, efficiency: ways.efficiency }),
          ...(swings && { pitchRange: rangeWithin(times, swings, stretch) }),
        },
      };
    });
    const mean = (name: string) =>
      meanAndDeviation(
        cycles.map(({ values }) => Object.entries(values).find(([key]) => key === name)?.[1] ?? Number.NaN),
      );
    const noSpeed: NoValue = { reason: 'notMeasured' };
    return {
      values: {
        strokes: cycles.length,
        rate: mean('rate').mean,
        rateDeviation: mean('rate').deviation,
        driveTime: mean('driveTime').mean,
        driveShare: mean('driveShare').mean,
        strokeDistance: mean('strokeDistance').n > 0 ? mean('strokeDistance').mean : noSpeed,
        checkTime: mean('checkTime').mean,
        checkShare: mean('checkShare').mean,
        checkSpeed: mean('checkSpeed').mean,
        efficiency: mean('efficiency').n > 0 ? mean('efficiency').mean : noSpeed,
        pitch: pitch ? meanPitch(times, pitch, cycles) : { reason: 'notMeasured' },
        pitchRange: mean('pitchRange').n > 0 ? mean('pitchRange').mean : { reason: 'notMeasured' },
      },
      phases: strokes.slice(0, 400).flatMap((stroke) => [
        { name: 'drive', from: times[stroke.catch]!, to: times[stroke.end]! },
        { name: 'recovery', from: times[stroke.end]!, to: times[stroke.next]! },
      ]),
      events: strokes.slice(0, 400).map((stroke) => ({ name: 'catch', at: times[stroke.catch]! })),
      cycles,
      figures: [
        ...cycleFigure(
          {
            ...{
              id: 'accelerationOfStroke',
              name: { fr: 'Accélération sur un coup', en: 'Acceleration over a stroke' },
            },
            y: axis('Accélération', 'Acceleration', 'm/s²'),
          },
          ...([times, smooth, cycles] as const),
        ),
        ...(speed === undefined
          ? []
          : cycleFigure(
              {
                ...{ id: 'speedOfStroke', name: { fr: 'Vitesse sur un coup', en: 'Speed over a stroke' } },
                y: axis('Vitesse', 'Speed', 'm/s'),
              },
              ...([speed.timesSeconds, speed.values, cycles] as const),
            )),
        ...(swings === undefined
          ? []
          : cycleFigure(
              {
                ...{ id: 'pitchOfStroke', name: { fr: 'Tangage sur un coup', en: 'Pitch over a stroke' } },
                y: axis('Tangage', 'Pitch', '°'),
              },
              ...([times, swings, cycles] as const),
            )),
      ],
    };
  },
});

/** Without its mean, the drive upward: that is positive for less than half of the time. */
function levelled(values: Float64Array, direction: 'found' | 'forward' | 'backward') {
  const { mean } = meanAndDeviation(values);
  const centred = values.map((one) => one - mean);
  let positive = 0;
  for (const one of centred) if (one > 0) positive++;
  const isForward = direction === 'found' ? positive <= centred.length / 2 : direction === 'forward';
  return isForward ? ({ centred, sign: 1 } as const) : ({ centred: centred.map((one) => -one), sign: -1 } as const);
}

/** Peaks that stand out half as far at least as those before them do. */
function usual<P extends { readonly prominence: number }>(peaks: readonly P[], count: number): P[] {
  const kept: P[] = [];
  for (const peak of peaks) {
    const last = kept
      .slice(-count)
      .map((one) => one.prominence)
      .sort((a, b) => a - b);
    const middle = last[last.length >> 1] ?? 0;
    if (peak.prominence >= middle / 2) kept.push(peak);
  }
  return kept;
}

interface Stroke {
  readonly catch: number;
  /** Of the drive. */
  readonly end: number;
  readonly next: number;
}

/** From the minimum before a drive to the minimum before the next one; a longer pause than 6 s is none. */
function toStrokes(times: Float64Array, smooth: Float64Array, drives: readonly number[]): Stroke[] {
  const catches = drives.map((at, i) => {
    const from = Math.max(
      drives[i - 1] ?? 0,
      at - Math.round((longestStroke * times.length) / (times.at(-1)! - times[0]!)),
    );
    let lowest = at;
    for (let k = from; k < at; k++) if (smooth[k]! < smooth[lowest]!) lowest = k;
    return lowest;
  });
  return drives.slice(0, -1).flatMap((at, i) => {
    const [start, next] = [catches[i]!, catches[i + 1]!];
    let end = at;
    while (end < next && smooth[end]! > 0) end++;
    // One that begins where the recording does began before it.
    const isWhole = start > 0 && start < at && end < next;
    const isStroke = isWhole && times[next]! - times[start]! <= longestStroke;
    return isStroke ? [{ catch: start, end, next }] : [];
  });
}

/** How long and how much the boat is held back around a catch. */
function checkOf(times: Float64Array, smooth: Float64Array, at: number) {
  let [from, to] = [at, at];
  while (from > 0 && smooth[from - 1]! < 0) from--;
  while (to < smooth.length - 1 && smooth[to + 1]! < 0) to++;
  let [held, lost] = [0, 0];
  for (let i = from + 1; i <= to; i++) {
    const seconds = times[i]! - times[i - 1]!;
    if (smooth[i]! < checkBelow) held += seconds;
    lost -= ((smooth[i]! + smooth[i - 1]!) / 2) * seconds;
  }
  return { held, lost };
}

/** The way of a stroke, and how even its speed is; undefined where the speed is missing. */
function wayOf(times: Float64Array, speeds: Float64Array, from: number, to: number) {
  let at = sampleFrom(times, from);
  let [metres, cubes, seconds] = [0, 0, 0];
  for (at = Math.max(1, at); at < times.length && times[at]! <= to; at++) {
    const both = (speeds[at]! + speeds[at - 1]!) / 2;
    const step = times[at]! - Math.max(from, times[at - 1]!);
    if (!Number.isFinite(both) || !(step > 0)) continue;
    metres += both * step;
    cubes += both ** 3 * step;
    seconds += step;
  }
  if (!(seconds > 0.5 * (to - from)) || !(cubes > 0)) return undefined;
  const mean = metres / seconds;
  return { metres: mean * (to - from), efficiency: (100 * mean ** 3) / (cubes / seconds) };
}
