import type {
  CalibrationPosition,
  CalibrationRegion,
  CalibrationWarning,
  RecalibrateArguments,
  RecalibrateWanted,
  SensorCalibration,
} from '@sillage/contract';
import { type CalibratedSensor, placeOf } from '@sillage/domain';
import {
  type Axes,
  type CalibrationProblem,
  type CalibrationUnits,
  type Correction,
  calibrateGyro,
  calibrateSixPositions,
  calibrateTurns,
  correct,
  deviationsOf,
  findPositions,
  identity,
  isCalibrationProblem,
  meansOf,
  measureOffset,
  type PositionStretches,
  type Stretch,
  takePositions,
} from '@sillage/signal/calibration';

/** A sensor of a record with its samples of the window, as they were received. */
export interface ReceivedSensor extends CalibratedSensor {
  readonly unit: string;
  readonly values: readonly Float64Array[];
  /** What the record is read with now. */
  readonly present: Correction;
}

export interface ReceivedWindow {
  readonly timesSeconds: Float64Array;
  readonly sensors: readonly ReceivedSensor[];
}

/** What a window says of the sensors. */
export interface Found extends Pick<RecalibrateArguments, 'method' | 'sensors' | 'warnings'> {
  /** s of the record as it is read now. */
  readonly regions?: CalibrationRegion[];
}

/** m/s²; of a mean length of the acceleration at rest, and °/s; of a gyroscope's zero from one half of a rest to the other. */
const [mostAccelerationLeft, mostRotationLeft] = [0.05, 0.5];
const standardGravity = 9.81;
/** Noises by which the zero of a sensor may drift in its window. */
const mostDriftNoises = 3;

/** What a window says of the sensors that a type of calibration is about. */
export function measureCalibration(window: ReceivedWindow, wanted: RecalibrateWanted): Found | CalibrationProblem {
  const { calib_type, gravity = standardGravity } = wanted;
  if (calib_type === 'calib_acc_gyro') return measurePositions(window, gravity, wanted);
  return calib_type === 'calib_gyro' ? measureGyro(window, gravity) : measureOffsets(window);
}

const sensorOf = ({ sensors }: ReceivedWindow, kind: 'acc' | 'gyro') => sensors.find((sensor) => sensor.kind === kind);

function axesOf(sensor: ReceivedSensor | undefined): Axes | undefined {
  const [x, y, z] = sensor?.values ?? [];
  return x && y && z ? [x, y, z] : undefined;
}

function unitsOf(window: ReceivedWindow, gravity: number): CalibrationUnits {
  const acc = sensorOf(window, 'acc')?.unit ?? '';
  const gyro = sensorOf(window, 'gyro')?.unit ?? '';
  return {
    gravity: /^g$/i.test(acc) ? 1 : /m\s*[/·.]?\s*s/.test(acc) ? gravity : undefined,
    turn: /rad/i.test(gyro) ? 2 * Math.PI : /deg|°|dps/i.test(gyro) ? 360 : undefined,
  };
}

function measureGyro(window: ReceivedWindow, gravity: number): Found | CalibrationProblem {
  const sensor = sensorOf(window, 'gyro');
  const gyro = axesOf(sensor);
  const units = unitsOf(window, gravity);
  const { timesSeconds } = window;
  const measured = calibrateGyro({ timesSeconds, gyro, acc: axesOf(sensorOf(window, 'acc')) }, units);
  if (isCalibrationProblem(measured)) return measured;
  if (sensor === undefined || gyro === undefined) throw new Error('a gyroscope was calibrated that is not there');
  const correction = { columns: sensor.columns, matrix: sensor.present.matrix, bias: measured.bias };
  const rest = { from: 0, to: timesSeconds.length };
  const calibrated = ofRest(sensor, gyro, correction, [rest], mostRotationLeft * ((units.turn ?? 360) / 360));
  return { method: 'restMean', sensors: [calibrated], warnings: driftWarnings([calibrated]) };
}

function measureOffsets({ timesSeconds, sensors }: ReceivedWindow): Found | CalibrationProblem {
  const found: SensorCalibration[] = [];
  for (const sensor of sensors) {
    const [values] = sensor.values;
    if (sensor.kind !== 'other' || values === undefined) continue;
    const measured = measureOffset(timesSeconds, values);
    if (isCalibrationProblem(measured)) return measured;
    const correction = { columns: sensor.columns, matrix: sensor.present.matrix, bias: [measured.offset] };
    const gain = 1 / (correction.matrix[0] ?? 1);
    found.push({
      ...described(sensor, correction, [gain]),
      noise: [measured.noise],
      before: [applied(sensor.present, [measured.offset])[0] ?? 0],
      after: [0],
      residual: { before: measured.offset, after: measured.drift, limit: mostDriftNoises * measured.noise },
    });
  }
  return { method: 'restMean', sensors: found, warnings: driftWarnings(found) };
}

const driftWarnings = (sensors: readonly SensorCalibration[]): CalibrationWarning[] =>
  sensors.some(({ residual }) => residual !== null && residual.after > residual.limit) ? ['drifting'] : [];

/** In the order of the signal's faces, and of its turns. */
const [faces, turns] = [
  ['x_up', 'y_up', 'z_up', 'x_down', 'y_down', 'z_down'],
  ['x_turn', 'y_turn', 'z_turn'],
] as const satisfies CalibrationPosition[][];

/** The samples of regions, first and last included. */
function stretchesOf(timesSeconds: Float64Array, regions: readonly CalibrationRegion[]): PositionStretches {
  const stretchOf = (wanted: CalibrationPosition): Stretch | undefined => {
    const region = regions.find(({ position }) => position === wanted);
    return region && { from: placeOf(timesSeconds, region.start), to: placeOf(timesSeconds, region.end, true) };
  };
  return { faces: faces.map(stretchOf), turns: turns.map(stretchOf) };
}

function regionsOf(timesSeconds: Float64Array, stretches: PositionStretches): CalibrationRegion[] {
  const regionOf = (position: CalibrationPosition, stretch: Stretch | undefined) =>
    stretch === undefined
      ? []
      : [{ position, start: timesSeconds[stretch.from] ?? 0, end: timesSeconds[stretch.to - 1] ?? 0 }];
  return [
    ...faces.flatMap((face, i) => regionOf(face, stretches.faces[i])),
    ...turns.flatMap((turn, i) => regionOf(turn, stretches.turns[i])),
  ];
}

function measurePositions(
  window: ReceivedWindow,
  gravity: number,
  { parameters = 12, regions }: RecalibrateWanted,
): Found | CalibrationProblem {
  const [accSensor, gyroSensor] = [sensorOf(window, 'acc'), sensorOf(window, 'gyro')];
  const [acc, gyro] = [axesOf(accSensor), axesOf(gyroSensor)];
  const units = unitsOf(window, gravity);
  const { timesSeconds } = window;
  const found =
    regions === undefined
      ? findPositions({ timesSeconds, acc, gyro }, units)
      : takePositions({ timesSeconds, acc, gyro }, stretchesOf(timesSeconds, regions), units);
  if (isCalibrationProblem(found)) return found;
  if (accSensor === undefined || acc === undefined) throw new Error('faces were found without an accelerometer');
  const g = units.gravity ?? gravity;
  const model = calibrateSixPositions(found.positions, g, parameters);
  if (isCalibrationProblem(model)) return model;
  const correction = { columns: accSensor.columns, matrix: model.matrix, bias: model.bias };
  const limit = (mostAccelerationLeft / standardGravity) * g;
  const residual = {
    before: gravityLeft(acc, found.still, accSensor.present, g),
    after: gravityLeft(acc, found.still, correction, g),
    limit,
  };
  const calibratedAcc: SensorCalibration = {
    ...described(accSensor, correction, model.gains),
    noise: noiseOf(acc, found.still),
    before: null,
    after: null,
    residual,
  };
  const isReversed = [0, 4, 8].some((at) => (model.axes[at] ?? 0) < 0);
  const warnings: CalibrationWarning[] = [
    ...(residual.after > limit ? (['residualHigh'] as const) : []),
    ...(isReversed ? (['axisReversed'] as const) : []),
  ];
  const places = regionsOf(timesSeconds, found.stretches);
  if (gyroSensor === undefined || gyro === undefined || found.gyroBias === undefined) {
    return { method: 'sixPositions', sensors: [calibratedAcc], warnings, regions: places };
  }
  const turned = found.turns && calibrateTurns(found.gyroBias, found.turns.integrals, found.turns.angles);
  const isTurned = turned !== undefined && !isCalibrationProblem(turned);
  const matrix = isTurned ? turned.matrix : gyroSensor.present.matrix;
  const ofGyro = { columns: gyroSensor.columns, matrix, bias: found.gyroBias };
  const rotationLimit = mostRotationLeft * ((units.turn ?? 360) / 360);
  const calibratedGyro = ofRest(gyroSensor, gyro, ofGyro, found.still, rotationLimit);
  return {
    method: isTurned ? 'sixPositionsAndTurns' : 'sixPositions',
    sensors: [calibratedAcc, isTurned ? { ...calibratedGyro, gains: [...turned.gains] } : calibratedGyro],
    warnings: [...warnings, ...(isTurned ? [] : (['noTurns'] as const)), ...driftWarnings([calibratedGyro])],
    regions: places,
  };
}

/** A sensor that shows nothing at rest: its zero, and how far rests, or the halves of one, are from it. */
function ofRest(
  sensor: ReceivedSensor,
  axes: Axes,
  correction: Correction,
  rests: readonly Stretch[],
  limit: number,
): SensorCalibration {
  const present = lengthOf(applied(sensor.present, correction.bias));
  const left = rests.flatMap(({ from, to }) => {
    const middle = (from + to) >> 1;
    return [
      { from, to: middle },
      { from: middle, to },
    ]
      .map((half) => lengthOf(applied(correction, meansOf(axes, half))))
      .filter(Number.isFinite);
  });
  const after = left.reduce((sum, one) => sum + one, 0) / Math.max(1, left.length);
  return {
    ...described(sensor, correction, gainsOf(correction)),
    noise: noiseOf(axes, rests),
    before: applied(sensor.present, correction.bias),
    after: applied(correction, correction.bias),
    residual: { before: present, after, limit },
  };
}

const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);

/** Mean distance of the acceleration at rest from 1 g. */
function gravityLeft(axes: Axes, rests: readonly Stretch[], correction: Correction, g: number): number {
  const left = rests.map((rest) => Math.abs(lengthOf(applied(correction, meansOf(axes, rest))) - g));
  return left.reduce((sum, one) => sum + one, 0) / Math.max(1, left.length);
}

function noiseOf(axes: Axes, rests: readonly Stretch[]): number[] {
  const each = rests.map((rest) => deviationsOf(axes, rest));
  return axes.map((_, i) =>
    Math.sqrt(each.reduce((sum, one) => sum + (one[i] ?? 0) ** 2, 0) / Math.max(1, rests.length)),
  );
}

/** One value of each column, corrected. */
function applied(correction: Correction, received: readonly number[]): number[] {
  const values = received.map((value) => Float64Array.of(value));
  correct(correction, values);
  return values.map((value) => value[0] ?? 0);
}

/** Of a matrix that came from elsewhere: what it multiplies each axis by, the other way round. */
function gainsOf({ columns, matrix }: Correction): number[] {
  return columns.map((_, i) => 1 / (matrix[i * columns.length + i] || 1));
}

function described(
  { kind, unit }: ReceivedSensor,
  { columns, matrix, bias }: Correction,
  gains: readonly number[],
): Omit<SensorCalibration, 'noise' | 'before' | 'after' | 'residual'> {
  return { kind, unit, columns: [...columns], matrix: [...matrix], bias: [...bias], gains: [...gains] };
}

/** Values that somebody gives: value = gain × received + offset. What is not named of a sensor stays as it is received. */
export function givenCalibration(
  sensors: readonly (CalibratedSensor & { readonly unit: string })[],
  values: NonNullable<RecalibrateWanted['values']>,
): SensorCalibration[] {
  return sensors
    .filter(({ columns }) => columns.some((column) => Object.hasOwn(values, column)))
    .map(({ kind, unit, columns }) => {
      const given = columns.map((column) => values[column] ?? { gain: 1, offset: 0 });
      const { matrix } = identity(columns);
      given.forEach(({ gain }, i) => {
        matrix[i * (columns.length + 1)] = gain;
      });
      return {
        kind,
        unit,
        columns: [...columns],
        matrix,
        bias: given.map(({ gain, offset }) => -offset / gain || 0),
        gains: given.map(({ gain }) => 1 / gain),
        noise: null,
        before: null,
        after: null,
        residual: null,
      };
    });
}
