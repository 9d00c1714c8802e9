import { lowPassTwice } from '@sillage/signal';

type Axes = readonly [x: Float64Array, y: Float64Array, z: Float64Array];

/** °; how a boat lies on the water at each moment, by the slow component of gravity, m/s². */
export function attitudeOf(axes: Axes, rateHz: number, slowHz: number) {
  const samples = Math.min(...axes.map(({ length }) => length));
  const [ax, ay, az] = axes.map((values) => lowPassTwice(values.subarray(0, samples), rateHz, slowHz));
  if (ax === undefined || ay === undefined || az === undefined) throw new Error('three axes');
  const degrees = 180 / Math.PI;
  return {
    ...{ ax, ay, az },
    roll: ay.map((one, i) => degrees * Math.atan2(-one, az[i]!)),
    pitch: ax.map((one, i) => degrees * Math.atan2(one, Math.hypot(ay[i]!, az[i]!))),
  };
}

/** Hz below which gravity is the slow component. */
export const attitudeHz = 0.3;
