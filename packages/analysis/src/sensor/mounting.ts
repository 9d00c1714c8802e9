import { lowPassTwice } from '@sillage/signal';
import { type Column, defineAnalysis, isRefused, type OfferedCorrection } from '../analysis.ts';
import { curveOf, type Figure, axis as figureAxis } from '../figures/figure.ts';
import type { Notice } from '../sentences.ts';
import { usualRate } from '../swing/rotation.ts';
import { rowingStrokes } from '../water/rowing-strokes.ts';
import { withoutPitch } from '../water/stroke-pitch.ts';
import { accelerationRoles, rotationRoles } from './inertial-roles.ts';
import { type Axis, changesOf, type Direction, judgeMounting, type MountingEvidence } from './judge-mounting.ts';
import { mountingOutputs } from './mounting-outputs.ts';
import { mountingFormulas } from './sensor-formulas.ts';

/** s that say which way a sensor points; Hz of them. */
const [leastSeconds, leastHz] = [20, 10];
/** m/s² */
const [leastGravity, mostGravity] = [5, 15];
/** Of strokes where nothing else is said. */
const strokeRules = { prominence: 0.8, highestRate: 50, direction: 'forward' } as const;

/** Whether a sensor is fixed to a boat as its axes say: x to the bow, y to port, z up. */
export const mounting = defineAnalysis({
  id: 'mounting',
  version: 1,
  name: { fr: 'Contrôle du montage', en: 'Check of the mounting' },
  about: {
    fr: 'Le capteur est-il fixé comme ses axes le disent\u00a0: x vers la proue, y vers bâbord, z vers le haut\u00a0?',
    en: 'Is the sensor fixed as its axes say: x to the bow, y to port, z up?',
  },
  serves: { scenarios: [], sports: ['aviron', 'rowing'] },
  isCheck: true,
  rows: 'samples',
  inputs: {
    ...accelerationRoles,
    ...{ gyroX: { ...rotationRoles.gyroX, optional: true }, gyroY: { ...rotationRoles.gyroY, optional: true } },
    gyroZ: { ...rotationRoles.gyroZ, optional: true },
    speed: {
      ...{ name: { fr: 'vitesse', en: 'speed' }, unit: 'm/s' },
      ...{ spelled: /^(speed|vitesse|gps_speed)$/, optional: true },
    },
  },
  parameters: {
    decision: {
      ...{ name: { fr: 'Décision', en: 'Decision' }, unit: '', default: 'check', choices: ['check', 'asIs'] },
      source: 'asIs: somebody looked at it and keeps the axes as they are',
    },
  },
  presets: [],
  outputs: mountingOutputs,
  explained: mountingFormulas,
  find({ accX, accY, accZ, gyroX, gyroY, gyroZ, speed }, { decision }) {
    const timesSeconds = accX.timesSeconds;
    const seconds = timesSeconds.at(-1)! - timesSeconds[0]!;
    if (!(seconds >= leastSeconds))
      return { refused: 'windowShort', numbers: { seconds: seconds || 0, least: leastSeconds } };
    const rateHz = usualRate(timesSeconds);
    if (!(rateHz >= leastHz)) return { refused: 'tooSlow', numbers: { rate: rateHz || 0, least: leastHz } };
    const acc = [accX.values, accY.values, accZ.values] as const;
    const gyro = gyroX && gyroY && gyroZ && ([gyroX.values, gyroY.values, gyroZ.values] as const);
    const evidence = judgeMounting({ timesSeconds, rateHz, acc, gyro, speed });
    if (!(evidence.gravity > leastGravity && evidence.gravity < mostGravity)) {
      return { refused: 'notGravity', numbers: { size: evidence.gravity || 0 } };
    }
    const axes = axesOf(evidence);
    const isRight = axes?.every(({ axis, sign }, i) => axis === i && sign === 1);
    const wrong = decision === 'check' && isRight === false ? axes : undefined;
    const fore = wrong?.[0] ?? { axis: 0, sign: 1 };
    const forward = acc[fore.axis].map((one) => fore.sign * one);
    const [before, after] = [acc[0], forward].map((values) => strokesOf({ ...accX, values }, speed));
    return {
      values: {
        positiveShare: 100 * evidence.positiveShare,
        gravity: evidence.gravity,
        upright: 100 * evidence.upright,
        surgeShare: measured(100 * evidence.surgeShare),
        rollShare: measured(100 * evidence.rollShare),
        speedAgreement: measured(evidence.speedAgreement),
        ...{ strokesRecorded: before!.of('strokes'), strokesCorrected: after!.of('strokes') },
        ...{ rateRecorded: before!.of('rate'), rateCorrected: after!.of('rate') },
        ...{ driveShareRecorded: before!.of('driveShare'), driveShareCorrected: after!.of('driveShare') },
      },
      figures: [
        againstSpeed({ timesSeconds, rateHz, recorded: acc[0], forward: wrong && forward, speed }),
        ...before!.cycle('cycleRecorded', { fr: 'Cycle moyen, tel qu’enregistré', en: 'Mean cycle, as recorded' }),
        ...(wrong ? after!.cycle('cycleCorrected', { fr: 'Cycle moyen, corrigé', en: 'Mean cycle, corrected' }) : []),
      ],
      warnings: warningsOf(evidence, wrong, decision === 'asIs' && isRight === false),
      ...(wrong && { correction: correctionOf(wrong) }),
    };
  },
});

const measured = (value: number) => (Number.isFinite(value) ? value : ({ reason: 'notMeasured' } as const));

/** Which of the sensor's axes x, y and z should be: bow, port, up; undefined where the record does not say it clearly. */
function axesOf({ up, fore, isUpClear, isForeClear, isSignClear }: MountingEvidence): readonly Direction[] | undefined {
  if (!isUpClear || !isForeClear || !isSignClear) return undefined;
  // y = z × x: a sensor is turned, never mirrored.
  const port = ([0, 1, 2] as const).find((axis) => axis !== up.axis && axis !== fore.axis) ?? 1;
  const isEven = (fore.axis + 1) % 3 === port;
  const sign = (up.sign * fore.sign * (isEven ? 1 : -1)) as 1 | -1;
  return [fore, { axis: port, sign }, up];
}

const letters = ['x', 'y', 'z'] as const;
const accNames = ['accX', 'accY', 'accZ'] as const;
const gyroNames = ['gyroX', 'gyroY', 'gyroZ'] as const;
const said = ({ axis, sign }: Direction) => `${sign < 0 ? '−' : ''}${letters[axis]}`;

function correctionOf(axes: readonly Direction[]): OfferedCorrection {
  const roles = (names: readonly string[]) =>
    axes.map(({ axis, sign }, i) => ({ role: names[i] ?? '', from: names[axis] ?? '', sign }));
  return {
    name: turnOf(axes),
    axes: [...roles(accNames), ...roles(gyroNames)],
  };
}

/** What puts it right, in words: a half turn about an axis, or which axis becomes which. */
function turnOf(axes: readonly Direction[]) {
  const kept = axes.findIndex(({ axis, sign }, i) => axis === i && sign === 1);
  const isHalfTurn = kept >= 0 && axes.every(({ axis, sign }, i) => axis === i && (i === kept || sign === -1));
  if (isHalfTurn) {
    const letter = letters[kept as Axis];
    return { fr: `Demi-tour autour de ${letter}`, en: `Half a turn about ${letter}` };
  }
  const list = axes.map((one, i) => `${letters[i as Axis]} ← ${said(one)}`).join(', ');
  return { fr: `Axes échangés\u00a0: ${list}`, en: `Axes exchanged: ${list}` };
}

const codeOf = (axes: readonly Direction[]) =>
  axes.some(({ axis }, i) => axis !== i) ? ('mountingExchanged' as const) : ('mountingReversed' as const);

const notMeasured = { fr: 'non mesuré', en: 'not measured' };

function numbersOf(axes: readonly Direction[], { positiveShare, speedAgreement }: MountingEvidence) {
  const moved = axes.flatMap((one, i) =>
    one.axis === i && one.sign === 1 ? [] : [`${letters[i as Axis]} ← ${said(one)}`],
  );
  const speed = Number.isFinite(speedAgreement) ? speedAgreement : notMeasured;
  return { axes: moved.join(', '), percent: Math.round(100 * positiveShare), speed };
}

function warningsOf(evidence: MountingEvidence, wrong: readonly Direction[] | undefined, isKept: boolean): Notice[] {
  if (wrong) return [{ code: codeOf(wrong), numbers: numbersOf(wrong, evidence) }];
  if (isKept) return [{ code: 'mountingKept', numbers: {} }];
  if (!evidence.isUpClear)
    return [{ code: 'mountingTilted', numbers: { percent: Math.round(100 * evidence.upright) } }];
  const isClear = evidence.isForeClear && evidence.isSignClear;
  return isClear ? [] : [{ code: 'mountingUnclear', numbers: { percent: Math.round(100 * evidence.positiveShare) } }];
}

/** Strokes of an axis that is taken as the forward one. */
function strokesOf(acceleration: Column, speed: Column | undefined) {
  const found = rowingStrokes.find({ acceleration, speed, ...withoutPitch }, strokeRules);
  return {
    of(name: string) {
      const value = isRefused(found) ? undefined : found.values[name];
      if (typeof value === 'number') return value;
      return name === 'strokes' ? 0 : ({ reason: 'notReached' } as const);
    },
    cycle(id: string, name: Figure['name']): Figure[] {
      const figures = isRefused(found) ? [] : (found.figures ?? []);
      return figures.filter((one) => one.id === 'accelerationOfStroke').map((figure) => ({ ...figure, id, name }));
    },
  };
}

interface Compared {
  readonly timesSeconds: Float64Array;
  readonly rateHz: number;
  readonly recorded: Float64Array;
  readonly forward: Float64Array | undefined;
  readonly speed: Column | undefined;
}

/** s that are drawn: strokes that can be told apart. */
const drawnSeconds = 20;

/** The axis as recorded and corrected beside how the speed changes, in the middle of the record. */
function againstSpeed({ timesSeconds, rateHz, recorded, forward, speed }: Compared): Figure {
  const count = Math.min(timesSeconds.length, Math.round(drawnSeconds * rateHz));
  const from = (timesSeconds.length - count) >> 1;
  const part = (values: Float64Array) => values.subarray(from, from + count);
  const slow = (values: Float64Array) => {
    const low = lowPassTwice(values, rateHz, 0.8);
    const mean = part(low).reduce((sum, one) => sum + (one || 0), 0) / count;
    return part(low).map((one) => one - mean);
  };
  const times = part(timesSeconds);
  return {
    ...{ id: 'againstSpeed', name: { fr: 'Axe x et vitesse', en: 'Axis x and speed' } },
    ...{ x: figureAxis('Temps', 'Time', 's'), y: figureAxis('Accélération', 'Acceleration', 'm/s²') },
    series: [
      ...(speed
        ? [
            curveOf(
              { fr: 'Dérivée de la vitesse', en: 'Derivative of the speed' },
              times,
              part(changesOf(timesSeconds, rateHz, speed)),
            ),
          ]
        : []),
      curveOf({ fr: 'Enregistrée, 0,8 Hz', en: 'Recorded, 0.8 Hz' }, times, slow(recorded)),
      ...(forward ? [curveOf({ fr: 'Corrigée, 0,8 Hz', en: 'Corrected, 0.8 Hz' }, times, slow(forward))] : []),
    ],
  };
}
