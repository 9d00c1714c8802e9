import {
  type Axes,
  type CalibrationProblem,
  type CalibrationUnits,
  calibrateSixPositions,
  calibrateTurns,
  correct,
  type FoundPositions,
  findPositions,
  isCalibrationProblem,
  meansOf,
  type PositionStretches,
  type SensorModel,
  type Stretch,
  takePositions,
  type Vector,
} from '@sillage/signal/calibration';
import { type Column, defineAnalysis, type NoValue, type Phase, type Refusal } from '../analysis.ts';
import { numberParameter } from '../describe.ts';
import type { Notice } from '../sentences.ts';
import { accelerationRoles, rotationRoles } from './inertial-roles.ts';
import { sixPositionsFormulas } from './sensor-formulas.ts';
import { sixPositionsOutputs } from './six-positions-outputs.ts';

/** m/s² that a sensor in SI units mostly shows; other numbers are plain ones of a converter. */
const [leastGravity, mostGravity] = [8, 12];
/** m/s² from gravity that are left at most. */
const mostLeft = 0.05;
const faceNames = ['xUp', 'yUp', 'zUp', 'xDown', 'yDown', 'zDown'] as const;
const turnNames = ['xTurn', 'yTurn', 'zTurn'] as const;

/** Zero, gain and axes of an accelerometer and a gyroscope, put on each face and turned about each axis. */
export const sixPositions = defineAnalysis({
  id: 'sixPositions',
  version: 1,
  name: { fr: 'Étalonnage sur six faces', en: 'Calibration on six faces' },
  about: {
    fr: 'Zéros, gains et axes d’un accéléromètre et d’un gyroscope, posés sur chaque face et tournés autour de chaque axe.',
    en: 'Zeros, gains and axes of an accelerometer and a gyroscope, put on each face and turned about each axis.',
  },
  serves: { scenarios: [], sports: [], exercises: /etalonnage|calibration/ },
  isCheck: true,
  rows: 'samples',
  inputs: {
    ...accelerationRoles,
    ...{ gyroX: { ...rotationRoles.gyroX, optional: true }, gyroY: { ...rotationRoles.gyroY, optional: true } },
    gyroZ: { ...rotationRoles.gyroZ, optional: true },
    position: {
      name: {
        fr: 'position annoncée (1 à 3\u00a0: x, y, z vers le haut\u00a0; 4 à 6\u00a0: vers le bas\u00a0; 7 à 9\u00a0: tour autour de x, y, z)',
        en: 'position announced (1 to 3: x, y, z up; 4 to 6: down; 7 to 9: a turn about x, y, z)',
      },
      unit: '1',
      spelled: /^(position|face)$/,
      optional: true,
    },
  },
  parameters: {
    gravity: numberParameter(
      ['Pesanteur du lieu', 'Gravity of the place'],
      ...(['m/s²', 9.81, [9.7, 9.9], 'Ferraris 1995 with g = 9.81'] as const),
    ),
  },
  presets: [],
  outputs: sixPositionsOutputs,
  explained: sixPositionsFormulas,
  find({ accX, accY, accZ, gyroX, gyroY, gyroZ, position }, { gravity }) {
    const timesSeconds = accX.timesSeconds;
    const acc: Axes = [accX.values, accY.values, accZ.values];
    const gyro: Axes | undefined = gyroX && gyroY && gyroZ && [gyroX.values, gyroY.values, gyroZ.values];
    const units = unitsOf(acc, gravity);
    const window = { timesSeconds, acc, gyro };
    const found = position ? takePositions(window, announced(position), units) : findPositions(window, units);
    if (isCalibrationProblem(found)) return refusalOf(found);
    const model = calibrateSixPositions(found.positions, gravity);
    if (isCalibrationProblem(model)) return refusalOf(model);
    const faces = found.stretches.faces.filter((face) => face !== undefined);
    const residual = gravityLeft(acc, faces, model, gravity);
    return {
      values: {
        ...ofVector('bias', model.bias),
        ...ofVector('gain', model.gains),
        ...ofAxes(model.axes),
        ...ofGyro(found),
        residualBefore: gravityLeft(acc, faces, undefined, gravity),
        residual,
      },
      phases: phasesOf(timesSeconds, found.stretches),
      warnings: warningsOf(model, residual),
    };
  },
});

function unitsOf([x, y, z]: Axes, gravity: number): CalibrationUnits {
  const lengths = x.map((one, i) => Math.hypot(one, y[i]!, z[i]!)).filter(Number.isFinite);
  const usual = lengths.sort()[lengths.length >> 1] ?? Number.NaN;
  const isSi = usual > leastGravity && usual < mostGravity;
  return isSi ? { gravity, turn: 360 } : { gravity: undefined, turn: undefined };
}

/** The first run of samples of each position. */
function announced({ values }: Column): PositionStretches {
  const stretchOf = (code: number): Stretch | undefined => {
    const from = values.indexOf(code);
    if (from < 0) return undefined;
    let to = from;
    while (to < values.length && values[to] === code) to++;
    return { from, to };
  };
  return { faces: [1, 2, 3, 4, 5, 6].map(stretchOf), turns: [7, 8, 9].map(stretchOf) };
}

const ofVector = <N extends string>(name: N, [x, y, z]: Vector) =>
  ({ [`${name}X`]: x, [`${name}Y`]: y, [`${name}Z`]: z }) as Record<`${N}${'X' | 'Y' | 'Z'}`, number>;

function ofAxes(axes: readonly number[]) {
  const at = (i: number) => axes[i] ?? Number.NaN;
  return {
    ...{ axisXx: at(0), axisXy: at(1), axisXz: at(2) },
    ...{ axisYx: at(3), axisYy: at(4), axisYz: at(5) },
    ...{ axisZx: at(6), axisZy: at(7), axisZz: at(8) },
  };
}

function ofGyro({ gyroBias, turns }: FoundPositions) {
  const model = gyroBias && turns && calibrateTurns(gyroBias, turns.integrals, turns.angles);
  const none: NoValue = { reason: 'notMeasured' };
  const missing = { X: none, Y: none, Z: none };
  const of = ([X, Y, Z]: Vector) => ({ X, Y, Z });
  const bias = gyroBias ? of(gyroBias) : missing;
  const gain = model && !isCalibrationProblem(model) ? of(model.gains) : missing;
  return {
    ...{ gyroBiasX: bias.X, gyroBiasY: bias.Y, gyroBiasZ: bias.Z },
    ...{ gyroGainX: gain.X, gyroGainY: gain.Y, gyroGainZ: gain.Z },
  };
}

/** m/s²; mean distance of the acceleration on the faces from gravity. */
function gravityLeft(acc: Axes, faces: readonly Stretch[], model: SensorModel | undefined, gravity: number): number {
  let left = 0;
  for (const face of faces) {
    const mean = meansOf(acc, face).map((value) => Float64Array.of(value));
    if (model !== undefined) correct({ columns: ['x', 'y', 'z'], matrix: model.matrix, bias: model.bias }, mean);
    left += Math.abs(Math.hypot(...mean.map(([value]) => value ?? Number.NaN)) - gravity);
  }
  return left / Math.max(1, faces.length);
}

function phasesOf(timesSeconds: Float64Array, { faces, turns }: PositionStretches): Phase[] {
  const phase = (name: string, stretch: Stretch | undefined) =>
    stretch === undefined ? [] : [{ name, from: timesSeconds[stretch.from]!, to: timesSeconds[stretch.to - 1]! }];
  const named = [
    ...faceNames.flatMap((name, i) => phase(name, faces[i])),
    ...turnNames.flatMap((name, i) => phase(name, turns[i])),
  ];
  return named.sort((a, b) => a.from - b.from);
}

function warningsOf({ axes }: SensorModel, residual: number): Notice[] {
  const reversed = ['x', 'y', 'z'].filter((_, i) => (axes[4 * i] ?? 0) < 0);
  return [
    ...(residual > mostLeft ? [{ code: 'residualHigh' as const, numbers: { residual, most: mostLeft } }] : []),
    ...(reversed.length > 0 ? [{ code: 'axisReversed' as const, numbers: { axes: reversed.join(', ') } }] : []),
  ];
}

/** Each by its own word, which the pages of the analyses read here. */
function refusalOf({ problem, numbers }: CalibrationProblem): Refusal {
  switch (problem) {
    case 'windowTooShort':
      return { refused: 'windowTooShort', numbers };
    case 'notStill':
      return { refused: 'notStill', numbers };
    case 'facesMissing':
      return { refused: 'facesMissing', numbers };
    case 'facesTooAlike':
      return { refused: 'facesTooAlike', numbers };
    case 'columnsMissing':
      return { refused: 'columnsMissing', numbers };
  }
}
