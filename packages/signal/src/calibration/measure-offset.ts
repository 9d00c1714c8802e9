import { type CalibrationProblem, leastStillSeconds, spreadOf } from './calibration-window.ts';

export interface Offset {
  /** What the sensor shows without load. */
  readonly offset: number;
  /** Standard deviation. */
  readonly noise: number;
  /** By how much the second half differs from the first. */
  readonly drift: number;
}

/** The offset of a sensor over a window without load. */
export function measureOffset(timesSeconds: Float64Array, values: Float64Array): Offset | CalibrationProblem {
  const seconds = (timesSeconds.at(-1) ?? 0) - (timesSeconds[0] ?? 0);
  const all = spreadOf(values, { from: 0, to: values.length });
  if (!(seconds >= leastStillSeconds) || all.count < 2) {
    return { problem: 'windowTooShort', numbers: { seconds, least: leastStillSeconds } };
  }
  const middle = values.length >> 1;
  const [first, second] = [
    spreadOf(values, { from: 0, to: middle }),
    spreadOf(values, { from: middle, to: values.length }),
  ];
  return { offset: all.mean, noise: all.deviation, drift: Math.abs(second.mean - first.mean) || 0 };
}
