import { lowPassTwice } from '@sillage/signal';

type Axes = readonly [x: Float64Array, y: Float64Array, z: Float64Array];

/** Hz below which gravity is the slow component; where a gyroscope knows what is quicker, strokes are left to it. */
export const [attitudeHz, attitudeBesideGyroHz] = [0.3, 0.1];

const degrees = 180 / Math.PI;

/** °; how a boat lies on the water at each moment, by the slow component of gravity, m/s². */
export function attitudeOf(axes: Axes, rateHz: number, slowHz: number) {
  const samples = Math.min(...axes.map(({ length }) => length));
  const [ax, ay, az] = axes.map((values) => slowPart(values.subarray(0, samples), rateHz, slowHz));
  if (ax === undefined || ay === undefined || az === undefined) throw new Error('three axes');
  return {
    ...{ ax, ay, az },
    roll: ay.map((one, i) => degrees * Math.atan2(-one, az[i]!)),
    pitch: ax.map((one, i) => degrees * Math.atan2(one, Math.hypot(ay[i]!, az[i]!))),
  };
}

/** Low-pass of a signal that goes on before its first value as after it, and so at its end: a slow filter begins and ends settled. */
export function slowPart(values: Float64Array, rateHz: number, slowHz: number): Float64Array {
  const beside = Math.max(0, Math.min(values.length - 1, Math.ceil((2 * rateHz) / slowHz) || 0));
  const longer = new Float64Array(values.length + 2 * beside);
  longer.set(values, beside);
  for (let i = 1; i <= beside; i++) {
    longer[beside - i] = values[i]!;
    longer[beside + values.length - 1 + i] = values[values.length - 1 - i]!;
  }
  return lowPassTwice(longer, rateHz, slowHz).slice(beside, beside + values.length);
}

/** What is quicker than the slow part: of the integral of a rate, from which any drift is gone. */
export function quickIntegral(
  timesSeconds: Float64Array,
  rates: Float64Array,
  rateHz: number,
  slowHz: number,
): Float64Array {
  const integrated = new Float64Array(rates.length);
  for (let i = 1; i < rates.length; i++) {
    const step = ((rates[i]! + rates[i - 1]!) / 2) * (timesSeconds[i]! - timesSeconds[i - 1]!);
    integrated[i] = integrated[i - 1]! + (Number.isFinite(step) ? step : 0);
  }
  const slow = lowPassTwice(integrated, rateHz, slowHz);
  return integrated.map((one, i) => one - slow[i]!);
}
