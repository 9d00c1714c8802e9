import type { CalibrationProblem, Vector } from './calibration-window.ts';
import { invert, product } from './correction.ts';

/** Means of the accelerometer with each axis up, and down. */
export interface SixPositions {
  readonly up: readonly [Vector, Vector, Vector];
  readonly down: readonly [Vector, Vector, Vector];
}

/** measured = K · R · true + bias; K has the gains of the axes, R how they stand to those of the case. */
export interface SensorModel {
  readonly bias: Vector;
  readonly gains: Vector;
  /** R, row by row. */
  readonly axes: readonly number[];
  /** (K · R)⁻¹, row by row: what corrects. */
  readonly matrix: readonly number[];
}

/** Degrees that the axes of a sensor may stand away from those of its case. */
const mostTiltDegrees = 30;

/**
 * Ferraris, Grimaldi & Parvis 1995: bias, gains and axes of an accelerometer from six positions.
 * @param gravity 1 g in the unit that corrected values have
 * @param parameters 12; 6 leaves the axes of the sensor where the case has its own, for positions that were held by hand
 */
export function calibrateSixPositions(
  { up, down }: SixPositions,
  gravity: number,
  parameters: 6 | 12 = 12,
): SensorModel | CalibrationProblem {
  const bias = vector((i) => (up[i][i] + down[i][i]) / 2);
  const differences = matrix((row, column) => {
    if (parameters === 6 && row !== column) return 0;
    return up[column][row] - down[column][row];
  });
  return modelOf(
    bias,
    differences.map((value) => value / (2 * gravity)),
  );
}

/**
 * Gains and axes of a gyroscope from a turn about each axis.
 * @param integrals of the three axes over each turn, without the bias
 * @param turns what each turn was truly, in the unit of corrected values times s; its sign is its direction
 */
export function calibrateTurns(
  bias: Vector,
  integrals: readonly [Vector, Vector, Vector],
  turns: Vector,
): SensorModel | CalibrationProblem {
  return modelOf(
    bias,
    matrix((row, column) => integrals[column][row] / turns[column]),
  );
}

function modelOf(bias: Vector, both: readonly number[]): SensorModel | CalibrationProblem {
  const gains = vector((i) => Math.hypot(...both.slice(3 * i, 3 * i + 3)));
  const axes = matrix((row, column) => both[3 * row + column]! / gains[row]);
  const back = invert(both, 3);
  const least = Math.cos((mostTiltDegrees * Math.PI) / 180);
  const isAligned = [0, 4, 8].every((at) => Math.abs(axes[at]!) >= least);
  if (back === undefined || !isAligned) {
    const degrees = (Math.acos(Math.min(1, Math.min(...[0, 4, 8].map((at) => Math.abs(axes[at]!))))) * 180) / Math.PI;
    return { problem: 'facesTooAlike', numbers: { degrees, most: mostTiltDegrees } };
  }
  return { bias, gains, axes, matrix: back };
}

/** How far K · R · matrix is from leaving all as it is; a check of a model by itself. */
export function modelError({ gains, axes, matrix: back }: SensorModel): number {
  const both = axes.map((value, at) => value * gains[at < 3 ? 0 : at < 6 ? 1 : 2]);
  return Math.max(...product(both, back, 3).map((value, at) => Math.abs(value - (at % 4 === 0 ? 1 : 0))));
}

type Axis = 0 | 1 | 2;
const three: readonly Axis[] = [0, 1, 2];
const vector = (of: (i: Axis) => number): Vector => [of(0), of(1), of(2)];
const matrix = (of: (row: Axis, column: Axis) => number): number[] =>
  three.flatMap((row) => three.map((column) => of(row, column)));
