import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resampleLinear } from '../resample-linear.ts';
import {
  type Axes,
  type CalibrationWindow,
  calibrateGyro,
  calibrateSixPositions,
  calibrateTurns,
  correct,
  findPositions,
  integrate,
  inverse,
  isCalibrationProblem,
  meansOf,
  measureOffset,
  modelError,
  type SensorModel,
  type Vector,
} from './index.ts';

const fixtures = new URL('../../../testkit/fixtures/', import.meta.url);
const rateHz = 204.8;

/** Set 13: raw numbers of a sensor on each of its faces, and turned about each axis. */
const session = gunzipSync(readFileSync(new URL('13_imu_calibration_imucal/annotated_session.csv.gz', fixtures)))
  .toString()
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));

function windowOf(part?: string): CalibrationWindow & { acc: Axes; gyro: Axes } {
  const rows = session
    .filter(([name]) => part === undefined || name === part)
    .sort((a, b) => Number(a[1]) - Number(b[1]));
  const column = (at: number) => Float64Array.from(rows, (row) => Number(row[at]));
  return {
    timesSeconds: column(1).map((sample) => sample / rateHz),
    acc: [column(2), column(3), column(4)],
    gyro: [column(5), column(6), column(7)],
  };
}

const whole = (window: CalibrationWindow) => ({ from: 0, to: window.timesSeconds.length });
const solved = <T extends object>(value: T) => {
  if (isCalibrationProblem(value)) throw new Error(JSON.stringify(value));
  return value as Exclude<T, { problem: string }>;
};
const expected: { id: string; expected: number[] }[] = JSON.parse(
  readFileSync(new URL('13_imu_calibration_imucal/expected.json', fixtures), 'utf8'),
);
const known = (id: string) => expected.find((one) => one.id.endsWith(id))?.expected ?? [];
const awayFrom = (id: string, values: readonly number[], relative = false) =>
  Math.max(...known(id).map((value, i) => Math.abs(values[i]! - value) / (relative ? Math.abs(value) : 1)));

describe('the session of set 13', () => {
  const faces = ['x_p', 'y_p', 'z_p', 'x_a', 'y_a', 'z_a'].map(windowOf);
  const means = faces.map((face) => meansOf(face.acc, whole(face)));
  const positions = {
    up: [means[0]!, means[1]!, means[2]!] as const,
    down: [means[3]!, means[4]!, means[5]!] as const,
  };
  const samples = faces.reduce((sum, face) => sum + face.timesSeconds.length, 0);
  const gyroMean = (axis: 0 | 1 | 2) =>
    faces.reduce((sum, face) => sum + meansOf(face.gyro, whole(face))[axis] * face.timesSeconds.length, 0) / samples;
  const bias: Vector = [gyroMean(0), gyroMean(1), gyroMean(2)];

  test('gives bias, gains and axes of the accelerometer as published', () => {
    const model = solved(calibrateSixPositions(positions, 9.81));
    expect(awayFrom('ann_b_a', model.bias)).toBeLessThan(0.5);
    expect(awayFrom('ann_Ka', model.gains, true)).toBeLessThan(0.0005);
    expect(awayFrom('ann_Ra', model.axes)).toBeLessThan(0.0005);
    expect(modelError(model)).toBeLessThan(1e-9);
  });

  test('gives bias and gains of the gyroscope as published', () => {
    const turns = ['x_rot', 'y_rot', 'z_rot'].map((part) => {
      const turn = windowOf(part);
      return integrate(turn.timesSeconds, turn.gyro, bias, whole(turn));
    });
    const model = solved(calibrateTurns(bias, [turns[0]!, turns[1]!, turns[2]!], [-360, -360, -360]));
    expect(awayFrom('ann_b_g', model.bias)).toBeLessThan(0.02);
    expect(awayFrom('ann_Kg', model.gains, true)).toBeLessThan(0.001);
  });

  test('is understood as a whole: faces, rests and turns are found in plain numbers', () => {
    const found = solved(findPositions(windowOf(), { gravity: undefined, turn: undefined }));
    const model = solved(calibrateSixPositions(found.positions, 9.81));
    expect(awayFrom('ann_Ka', model.gains, true)).toBeLessThan(0.0005);
    expect(awayFrom('ann_b_a', model.bias)).toBeLessThan(0.5);
    expect(awayFrom('ann_b_g', found.gyroBias ?? [])).toBeLessThan(0.3);
    const gyro = solved(calibrateTurns(found.gyroBias!, found.turns!.integrals, found.turns!.angles));
    expect(awayFrom('ann_Kg', gyro.gains.map(Math.abs), true)).toBeLessThan(0.005);
  });

  test('without a face is refused, and says which', () => {
    const { timesSeconds, acc } = windowOf();
    const withoutX: Axes = [acc[0].map((x) => (x > 1000 ? 0 : x)), acc[1], acc[2]];
    expect(findPositions({ timesSeconds, acc: withoutX }, { gravity: undefined, turn: undefined })).toMatchObject({
      problem: 'facesMissing',
      numbers: { missing: '+x', found: 5 },
    });
  });
});

/** −1 to 1, the same at every run. */
const noise = (i: number) => 2 * ((Math.sin(i * 12.9898) * 43_758.5453) % 1);
const steady = (seconds: number, hertz = 100) =>
  Float64Array.from({ length: seconds * hertz + 1 }, (_, i) => i / hertz);

describe('a gyroscope at rest', () => {
  const timesSeconds = steady(10);
  const acc: Axes = [timesSeconds.map(() => 0), timesSeconds.map(() => 0), timesSeconds.map(() => 9.8)];
  const units = { gravity: 9.81, turn: 360 };

  test('shows its bias, within its noise', () => {
    const gyro: Axes = [
      timesSeconds.map((_, i) => 0.312 + 0.06 * noise(i)),
      timesSeconds.map((_, i) => -0.187 + 0.06 * noise(i + 5000)),
      timesSeconds.map((_, i) => 0.044 + 0.06 * noise(i + 9000)),
    ];
    const { bias } = solved(calibrateGyro({ timesSeconds, acc, gyro }, units));
    for (const [i, value] of [0.312, -0.187, 0.044].entries()) expect(Math.abs(bias[i]! - value)).toBeLessThan(0.02);
  });

  test('that moved is refused with its figures and the second in which it moved least', () => {
    const gyro: Axes = [
      timesSeconds.map((t) => (t > 6 && t < 8 ? 0.1 : 30 * Math.sin(9 * t))),
      timesSeconds.map(() => 0),
      timesSeconds.map(() => 0),
    ];
    const refused = calibrateGyro({ timesSeconds, acc, gyro }, units);
    expect(refused).toMatchObject({ problem: 'notStill', numbers: { acceleration: 0 } });
    const { rotation, stillest } = isCalibrationProblem(refused) ? refused.numbers : {};
    expect(rotation).toBeGreaterThan(1);
    expect(stillest).toBeGreaterThan(5.9);
    expect(stillest).toBeLessThan(7.1);
    const short = { timesSeconds: steady(0.5), gyro };
    expect(calibrateGyro(short, units)).toMatchObject({ problem: 'windowTooShort', numbers: { least: 1 } });
  });
});

test('an offset is the mean of its window, with its noise and its drift', () => {
  const timesSeconds = steady(4);
  const values = timesSeconds.map((t, i) => 12 + 0.1 * t + 0.01 * noise(i));
  const { offset, drift } = solved(measureOffset(timesSeconds, values));
  expect(offset).toBeCloseTo(12.2, 2);
  expect(drift).toBeCloseTo(0.2, 2);
  expect(
    measureOffset(
      timesSeconds,
      values.map(() => Number.NaN),
    ),
  ).toMatchObject({ problem: 'windowTooShort' });
});

describe('any sensor', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const triple = (min: number, max: number) => fc.tuple(number(min, max), number(min, max), number(min, max));
  const sensor = fc.record({ bias: triple(-50, 50), gains: triple(0.5, 300), skew: triple(-0.05, 0.05) });

  test('that is calibrated shows what is true, and its correction can be taken back', () => {
    fc.assert(
      fc.property(sensor, triple(-40, 40), ({ bias, gains, skew: [a, b, c] }, truth) => {
        const axes = [1, a, b, -a, 1, c, -b, -c, 1];
        const measure = (value: Vector): Vector => {
          const row = (i: 0 | 1 | 2) =>
            gains[i] * (axes[3 * i]! * value[0] + axes[3 * i + 1]! * value[1] + axes[3 * i + 2]! * value[2]) + bias[i];
          return [row(0), row(1), row(2)];
        };
        const g = 9.81;
        const model: SensorModel = solved(
          calibrateSixPositions(
            {
              up: [measure([g, 0, 0]), measure([0, g, 0]), measure([0, 0, g])],
              down: [measure([-g, 0, 0]), measure([0, -g, 0]), measure([0, 0, -g])],
            },
            g,
          ),
        );
        const correction = { columns: ['x', 'y', 'z'], matrix: model.matrix, bias: model.bias };
        const values = measure(truth).map((value) => Float64Array.of(value));
        correct(correction, values);
        for (const [i, value] of truth.entries()) expect(Math.abs(values[i]![0]! - value)).toBeLessThan(1e-6);
        correct(inverse(correction)!, values);
        for (const [i, value] of measure(truth).entries()) {
          expect(Math.abs(values[i]![0]! - value)).toBeLessThan(1e-6 * Math.max(1, Math.abs(value)));
        }
      }),
    );
  });
});

test('the record of set 16 at 101 points is as published', () => {
  const force = Float64Array.from(
    readFileSync(new URL('16_signal_processing/GRFZjump.txt', fixtures), 'utf8').trim().split(/\s+/),
    Number,
  );
  const times = force.map((_, i) => i);
  const points = Float64Array.from({ length: 101 }, (_, i) => (i / 100) * (force.length - 1));
  const resampled = resampleLinear(times, force, points);
  const wanted = [633.21, 567.676, 1245.4866, 8.745, -1.2564, 639.5];
  for (const [i, at] of [0, 10, 37, 50, 66, 100].entries()) {
    expect(Math.abs(resampled[at]! - wanted[i]!)).toBeLessThan(0.01);
  }
});
