/** Samples of the three axes of a sensor; NaN = no value. */
export type AxesOverTime = readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];

/** What a sensor says of how it is turned. */
export interface InertialSamples {
  readonly timesSeconds: Float64Array;
  /** rad/s */
  readonly rotation: AxesOverTime;
  /** Any unit: specific force, +1 g upward at rest. */
  readonly acceleration: AxesOverTime;
  /** Any unit. Without it the heading is counted from where the sensor first pointed. */
  readonly magneticField?: AxesOverTime | undefined;
}

/** Unit quaternions (w, x, y, z) from the sensor to the earth, one after the other: x to the magnetic north, y west, z up. */
export type Orientations = Float64Array;

type Quaternion = [w: number, x: number, y: number, z: number];
type Vector = readonly [number, number, number];

/** s; a gyroscope is trusted over a longer gap for no longer. */
const longestStepSeconds = 0.1;
/** s over which the first direction is taken. */
const firstSeconds = 0.2;

/**
 * Orientation of a sensor by gradient descent: Madgwick, Harrison & Vaidyanathan 2011, with and without a magnetometer.
 * @param beta rad/s, by how much the measured directions pull
 */
export function estimateOrientation(samples: InertialSamples, beta: number): Orientations {
  const { timesSeconds, rotation, acceleration, magneticField } = samples;
  const out = new Float64Array(4 * timesSeconds.length);
  let q = firstOrientation(samples);
  for (let i = 0; i < timesSeconds.length; i++) {
    const seconds = i === 0 ? 0 : Math.min(longestStepSeconds, Math.max(0, timesSeconds[i]! - timesSeconds[i - 1]!));
    const down = slopeOf(q, unit(at(acceleration, i)), magneticField && unit(at(magneticField, i)));
    q = stepped(q, at(rotation, i), down, beta, seconds);
    out.set(q, 4 * i);
  }
  return out;
}

const at = ([x, y, z]: AxesOverTime, i: number): Vector => [x[i] ?? Number.NaN, y[i] ?? Number.NaN, z[i] ?? Number.NaN];

/** Its direction; undefined of what has none. */
function unit([x, y, z]: Vector): Vector | undefined {
  const size = Math.hypot(x, y, z);
  return size > 0 && size < Number.POSITIVE_INFINITY ? [x / size, y / size, z / size] : undefined;
}

/** Half of the way that the rotation goes, and a little down the slope of what directions disagree by. */
function stepped(
  q: Quaternion,
  turning: Vector,
  slope: Quaternion | undefined,
  beta: number,
  seconds: number,
): Quaternion {
  const [w, x, y, z] = q;
  const [gx, gy, gz] = turning.every(Number.isFinite) ? turning : [0, 0, 0];
  const pull = slope === undefined ? 0 : beta / (Math.hypot(...slope) || 1);
  const [sw, sx, sy, sz] = slope ?? [0, 0, 0, 0];
  return normalised([
    w + seconds * (0.5 * (-x * gx - y * gy - z * gz) - pull * sw),
    x + seconds * (0.5 * (w * gx + y * gz - z * gy) - pull * sx),
    y + seconds * (0.5 * (w * gy - x * gz + z * gx) - pull * sy),
    z + seconds * (0.5 * (w * gz + x * gy - y * gx) - pull * sz),
  ]);
}

function normalised(q: Quaternion): Quaternion {
  const size = Math.hypot(...q);
  return size > 0 && Number.isFinite(size) ? [q[0] / size, q[1] / size, q[2] / size, q[3] / size] : [1, 0, 0, 0];
}

/** Jᵀ·f of gravity, and of the field where it was measured; undefined where nothing was. */
function slopeOf(q: Quaternion, gravity?: Vector, field?: Vector): Quaternion | undefined {
  if (gravity === undefined) return undefined;
  const slope: Quaternion = [0, 0, 0, 0];
  addSlope(slope, q, [0, 0, 1], gravity);
  if (field !== undefined) {
    const [x, y, up] = turned(q, field);
    // The field has an inclination of its own, and its horizontal part is the north.
    addSlope(slope, q, [Math.hypot(x, y), 0, up], field);
  }
  return slope;
}

/** Adds the slope of how far a direction of the earth, seen from the sensor, is from what the sensor measured. */
function addSlope(slope: Quaternion, [w, x, y, z]: Quaternion, [ex, , ez]: Vector, [sx, sy, sz]: Vector): void {
  const f0 = 2 * ex * (0.5 - y * y - z * z) + 2 * ez * (x * z - w * y) - sx;
  const f1 = 2 * ex * (x * y - w * z) + 2 * ez * (w * x + y * z) - sy;
  const f2 = 2 * ex * (w * y + x * z) + 2 * ez * (0.5 - x * x - y * y) - sz;
  slope[0] += -2 * ez * y * f0 + (-2 * ex * z + 2 * ez * x) * f1 + 2 * ex * y * f2;
  slope[1] += 2 * ez * z * f0 + (2 * ex * y + 2 * ez * w) * f1 + (2 * ex * z - 4 * ez * x) * f2;
  slope[2] += (-4 * ex * y - 2 * ez * w) * f0 + (2 * ex * x + 2 * ez * z) * f1 + (2 * ex * w - 4 * ez * y) * f2;
  slope[3] += (-4 * ex * z + 2 * ez * x) * f0 + (-2 * ex * w + 2 * ez * y) * f1 + 2 * ex * x * f2;
}

/** A direction of the sensor as the earth has it. */
function turned([w, x, y, z]: Quaternion, [vx, vy, vz]: Vector): Vector {
  const [tx, ty, tz] = [2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)];
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}

/** By the directions of the first moment: up, and north where there is one. */
function firstOrientation({ timesSeconds, acceleration, magneticField }: InertialSamples): Quaternion {
  let end = 0;
  while (end < timesSeconds.length && timesSeconds[end]! - timesSeconds[0]! <= firstSeconds) end++;
  const up = unit(meanOf(acceleration, end));
  if (up === undefined) return [1, 0, 0, 0];
  const field = magneticField && unit(meanOf(magneticField, end));
  const east = (field && unit(cross(field, up))) ?? unit(cross([1, 0, 0], up)) ?? unit(cross([0, 0, -1], up));
  if (east === undefined) return [1, 0, 0, 0];
  const [nx, ny, nz] = cross(up, east);
  // Rows: north, west, up, as the sensor sees them.
  return quaternionOf([nx, ny, nz, -east[0], -east[1], -east[2], ...up]);
}

function meanOf(axes: AxesOverTime, end: number): Vector {
  const mean = (axis: ArrayLike<number>) => {
    let [sum, count] = [0, 0];
    for (let i = 0; i < end; i++) {
      const value = axis[i] ?? Number.NaN;
      if (!Number.isFinite(value)) continue;
      sum += value;
      count++;
    }
    return sum / count;
  };
  return [mean(axes[0]), mean(axes[1]), mean(axes[2])];
}

const cross = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];

/** Of a rotation matrix, row by row: by its largest part (Shepperd 1978). */
function quaternionOf(m: readonly number[]): Quaternion {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number];
  const parts: Quaternion = [1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i];
  const largest = parts.indexOf(Math.max(...parts));
  if (largest === 0) return normalised([parts[0], h - f, c - g, d - b]);
  if (largest === 1) return normalised([h - f, parts[1], b + d, c + g]);
  if (largest === 2) return normalised([c - g, b + d, parts[2], f + h]);
  return normalised([d - b, c + g, f + h, parts[3]]);
}
