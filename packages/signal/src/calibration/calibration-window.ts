/** The three axes of a sensor. */
export type Axes = readonly [Float64Array, Float64Array, Float64Array];
export type Vector = readonly [number, number, number];

/** Samples of a stretch of a record; NaN = no value. */
export interface CalibrationWindow {
  readonly timesSeconds: Float64Array;
  readonly acc?: Axes | undefined;
  readonly gyro?: Axes | undefined;
}

/** What the numbers of a window are measured in. */
export interface CalibrationUnits {
  /** 1 g in the accelerometer's unit; undefined for plain numbers of a converter. */
  readonly gravity: number | undefined;
  /** A turn in the gyroscope's unit times s: 360 or 2π; undefined for plain numbers of a converter. */
  readonly turn: number | undefined;
}

/** Why a window gives no calibration, with the numbers that say it. */
export interface CalibrationProblem {
  readonly problem: 'windowTooShort' | 'notStill' | 'facesMissing' | 'facesTooAlike' | 'columnsMissing';
  readonly numbers: Readonly<Record<string, number | string>>;
}

export function isCalibrationProblem(value: object): value is CalibrationProblem {
  return 'problem' in value;
}

/** s; a shorter stretch is no rest. */
export const leastStillSeconds = 1;

/** Samples [from, to). */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Spread {
  readonly mean: number;
  /** Standard deviation, n − 1; 0 of a single value. */
  readonly deviation: number;
  readonly count: number;
}

/** Of the values that there are. */
export function spreadOf(values: Float64Array, { from, to }: Stretch): Spread {
  let mean = 0;
  let squares = 0;
  let count = 0;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    count++;
    const away = value - mean;
    mean += away / count;
    squares += away * (value - mean);
  }
  return {
    mean: count === 0 ? Number.NaN : mean,
    deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0,
    count,
  };
}

export const meansOf = (axes: Axes, stretch: Stretch): Vector => [
  spreadOf(axes[0], stretch).mean,
  spreadOf(axes[1], stretch).mean,
  spreadOf(axes[2], stretch).mean,
];

export const deviationsOf = (axes: Axes, stretch: Stretch): Vector => [
  spreadOf(axes[0], stretch).deviation,
  spreadOf(axes[1], stretch).deviation,
  spreadOf(axes[2], stretch).deviation,
];

/** Length of the vector at each sample. */
export function lengthsOf([x, y, z]: Axes): Float64Array {
  return x.map((value, i) => Math.hypot(value, y[i]!, z[i]!));
}

/** The samples between gaps of the clock: more than five of its usual steps. */
export function withoutGaps(timesSeconds: Float64Array): Stretch[] {
  const steps = timesSeconds.subarray(1).map((t, i) => t - timesSeconds[i]!);
  const longest = 5 * (Float64Array.from(steps).sort()[steps.length >> 1] ?? 0);
  const stretches: Stretch[] = [];
  let from = 0;
  for (let i = 0; i < steps.length; i++) {
    if (steps[i]! <= longest) continue;
    stretches.push({ from, to: i + 1 });
    from = i + 1;
  }
  if (timesSeconds.length > 0) stretches.push({ from, to: timesSeconds.length });
  return stretches;
}
