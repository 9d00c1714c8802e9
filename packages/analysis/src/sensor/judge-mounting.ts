import { lowPassTwice, meanAndDeviation, resampleLinear } from '@sillage/signal';
import type { Column } from '../analysis.ts';

type Three<T> = readonly [x: T, y: T, z: T];
export type Axis = 0 | 1 | 2;

/** An axis of the sensor, or its opposite. */
export interface Direction {
  readonly axis: Axis;
  readonly sign: 1 | -1;
}

/** Hz between which strokes move a boat; Hz in which a speed and an acceleration are compared. */
const [slowHz, strokeHz, agreeHz] = [0.3, 3, 0.8];
/** Share of gravity that the axis has that is up: 35° of tilt. */
const leastUpright = 0.8;
/** Share of the horizontal movement that makes an axis the fore one. */
const clearSurge = 0.65;
/** Correlation from which a speed tells the direction; share of time in which the drive pushes, at most, and at least when reversed. */
const [clearAgreement, mostDrive, leastReversed] = [0.5, 0.47, 0.53];

/** What a sensor shows of how it is fixed. */
export interface MountingEvidence {
  /** m/s² */
  readonly gravity: number;
  /** −1 to 1, of z. */
  readonly upright: number;
  readonly up: Direction;
  /** Whether an axis stands upright clearly. */
  readonly isUpClear: boolean;
  /** The fore axis, and its direction where that is clear. */
  readonly fore: Direction;
  readonly isForeClear: boolean;
  readonly isSignClear: boolean;
  /** 0–1, of x among the horizontal movement and rotation; NaN without a gyroscope or where x is up. */
  readonly surgeShare: number;
  readonly rollShare: number;
  /** 0–1, of the fore axis as recorded. */
  readonly positiveShare: number;
  /** −1 to 1; NaN without a speed. */
  readonly speedAgreement: number;
}

interface Given {
  readonly timesSeconds: Float64Array;
  readonly rateHz: number;
  readonly acc: Three<Float64Array>;
  readonly gyro: Three<Float64Array> | undefined;
  readonly speed: Column | undefined;
}

/** How a sensor is fixed to a boat, by gravity, by what moves most, and by the direction of the drive. */
export function judgeMounting({ timesSeconds, rateHz, acc, gyro, speed }: Given): MountingEvidence {
  const means = ofThree((axis) => meanAndDeviation(acc[axis]).mean);
  const gravity = Math.hypot(...means);
  const upAxis = largestOf(means.map(Math.abs), [0, 1, 2]);
  const up: Direction = { axis: upAxis, sign: means[upAxis] < 0 ? -1 : 1 };
  const flat = ([0, 1, 2] as const).filter((axis) => axis !== upAxis);
  const moved = ofThree((axis) => energyOf(inBand(acc[axis], rateHz)));
  const foreAxis = largestOf(moved, flat);
  const turned = gyro && ofThree((axis) => energyOf(inBand(gyro[axis], rateHz)));
  const fore = acc[foreAxis].map((one) => one - means[foreAxis]);
  const positiveShare = shareAbove(lowPassTwice(fore, rateHz, strokeHz));
  const speedAgreement = speed ? agreement(timesSeconds, fore, rateHz, speed) : Number.NaN;
  const bySpeed = Math.abs(speedAgreement) >= clearAgreement ? Math.sign(speedAgreement) : 0;
  const byDrive = positiveShare <= mostDrive ? 1 : positiveShare >= leastReversed ? -1 : 0;
  const share = (energies: Three<number> | undefined, axis: Axis) =>
    energies === undefined ? Number.NaN : energies[axis] / flat.reduce<number>((sum, one) => sum + energies[one], 0);
  const rolls = share(turned, foreAxis);
  return {
    ...{ gravity, upright: means[2] / gravity, up, isUpClear: Math.abs(means[upAxis]) >= leastUpright * gravity },
    fore: { axis: foreAxis, sign: (bySpeed || byDrive) < 0 ? -1 : 1 },
    // A rotation that says otherwise leaves it open.
    isForeClear: share(moved, foreAxis) >= clearSurge && !(rolls < 0.5 && share(moved, foreAxis) < 0.9),
    isSignClear: bySpeed !== 0 ? byDrive !== -bySpeed : byDrive !== 0,
    surgeShare: upAxis === 0 ? Number.NaN : share(moved, 0),
    rollShare: upAxis === 0 ? Number.NaN : share(turned, 0),
    ...{ positiveShare, speedAgreement },
  };
}

const ofThree = <T>(of: (axis: Axis) => T): Three<T> => [of(0), of(1), of(2)];

function largestOf(values: readonly number[], among: readonly Axis[]): Axis {
  let best = among[0] ?? 0;
  for (const axis of among) if (values[axis]! > values[best]!) best = axis;
  return best;
}

function inBand(values: Float64Array, rateHz: number): Float64Array {
  const fast = lowPassTwice(values, rateHz, strokeHz);
  const slow = lowPassTwice(values, rateHz, slowHz);
  return fast.map((one, i) => one - slow[i]!);
}

function energyOf(values: Float64Array): number {
  let [sum, count] = [0, 0];
  for (const one of values) {
    if (!Number.isFinite(one)) continue;
    sum += one * one;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** 0–1; NaN of nothing. */
function shareAbove(values: Float64Array): number {
  let [above, count] = [0, 0];
  for (const one of values) {
    if (!Number.isFinite(one)) continue;
    if (one > 0) above++;
    count++;
  }
  return above / count;
}

/** Of an acceleration and how a speed changes, both slow. */
function agreement(timesSeconds: Float64Array, fore: Float64Array, rateHz: number, speed: Column): number {
  const changes = changesOf(timesSeconds, rateHz, speed);
  const slow = withoutTrend(lowPassTwice(fore, rateHz, agreeHz), rateHz);
  return correlationOf(slow, withoutTrend(changes, rateHz));
}

/** m/s²; how a speed changes, at the times of the acceleration. */
export function changesOf(timesSeconds: Float64Array, rateHz: number, speed: Column): Float64Array {
  const even = lowPassTwice(resampleLinear(speed.timesSeconds, speed.values, timesSeconds), rateHz, agreeHz);
  return even.map((_, i) =>
    i === 0 || i === even.length - 1 ? Number.NaN : ((even[i + 1]! - even[i - 1]!) * rateHz) / 2,
  );
}

function withoutTrend(values: Float64Array, rateHz: number): Float64Array {
  const slow = lowPassTwice(values, rateHz, slowHz / 3);
  return values.map((one, i) => one - slow[i]!);
}

function correlationOf(a: Float64Array, b: Float64Array): number {
  let [count, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [first, second] = [a[i]!, b[i]!];
    if (!Number.isFinite(first + second)) continue;
    count++;
    x += first;
    y += second;
    xx += first * first;
    yy += second * second;
    xy += first * second;
  }
  const spread = (xx - (x * x) / count) * (yy - (y * y) / count);
  return count > 2 && spread > 0 ? (xy - (x * y) / count) / Math.sqrt(spread) : Number.NaN;
}
