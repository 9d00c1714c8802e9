import {
  type Axes,
  type CalibrationProblem,
  type CalibrationUnits,
  type CalibrationWindow,
  deviationsOf,
  leastStillSeconds,
  lengthsOf,
  meansOf,
  type Spread,
  type Stretch,
  spreadOf,
  type Vector,
} from './calibration-window.ts';

/** °/s and m/s²: standard deviations of the lengths beyond which a sensor was not at rest. */
export const stillLimits = { rotation: 1, acceleration: 0.05 } as const;
/** m/s² */
const standardGravity = 9.81;

export interface GyroBias {
  readonly bias: Vector;
  /** Standard deviations of the axes at rest. */
  readonly noise: Vector;
}

/** What a gyroscope at rest says, in its own unit; refused where it was not at rest. */
export function calibrateGyro(window: CalibrationWindow, units: CalibrationUnits): GyroBias | CalibrationProblem {
  const { gyro, timesSeconds } = window;
  if (gyro === undefined) return { problem: 'columnsMissing', numbers: { columns: 'gyro_x, gyro_y, gyro_z' } };
  const all = { from: 0, to: timesSeconds.length };
  const seconds = (timesSeconds.at(-1) ?? 0) - (timesSeconds[0] ?? 0);
  if (!(seconds >= leastStillSeconds) || gyro.some((axis) => spreadOf(axis, all).count < 2)) {
    return { problem: 'windowTooShort', numbers: { seconds, least: leastStillSeconds } };
  }
  const moved = movementOf({ ...window, gyro }, units);
  const { rotation, acceleration } = moved(all);
  if (!isStill({ rotation, acceleration })) {
    const stillest = stillestSecond(timesSeconds, (stretch) => badness(moved(stretch)));
    const numbers = { rotation, acceleration, stillest };
    return { problem: 'notStill', numbers };
  }
  return { bias: meansOf(gyro, all), noise: deviationsOf(gyro, all) };
}

interface Movement {
  /** °/s */
  readonly rotation: number;
  /** m/s²; 0 without an accelerometer. */
  readonly acceleration: number;
}

const isStill = ({ rotation, acceleration }: Movement) =>
  rotation < stillLimits.rotation && acceleration < stillLimits.acceleration;
const badness = ({ rotation, acceleration }: Movement) =>
  Math.max(rotation / stillLimits.rotation, acceleration / stillLimits.acceleration);

function movementOf(
  { gyro, acc }: { readonly gyro: Axes; readonly acc?: Axes | undefined },
  { turn, gravity }: CalibrationUnits,
): (stretch: Stretch) => Movement {
  const rotations = lengthsOf(gyro);
  const accelerations = acc && lengthsOf(acc);
  return (stretch) => {
    const weight: Spread | undefined = accelerations && spreadOf(accelerations, stretch);
    // At rest an accelerometer shows 1 g, whatever its unit.
    const perUnit = weight === undefined ? 0 : standardGravity / (gravity ?? weight.mean);
    return {
      rotation: spreadOf(rotations, stretch).deviation * (360 / (turn ?? 360)),
      acceleration: (weight?.deviation ?? 0) * perUnit,
    };
  };
}

/** s; where the second begins in which it moved least: where to look. */
function stillestSecond(timesSeconds: Float64Array, movement: (stretch: Stretch) => number): number {
  let best = { at: timesSeconds[0] ?? 0, movement: Number.POSITIVE_INFINITY };
  let from = 0;
  for (let to = 1; to < timesSeconds.length; to++) {
    if (timesSeconds[to]! - timesSeconds[from]! < leastStillSeconds) continue;
    const here = movement({ from, to: to + 1 });
    if (here < best.movement) best = { at: timesSeconds[from]!, movement: here };
    // Seconds that begin half a second apart.
    while (from < to && timesSeconds[to]! - timesSeconds[from]! > leastStillSeconds / 2) from++;
  }
  return best.at;
}
