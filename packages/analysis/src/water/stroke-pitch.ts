import { meanAndDeviation, sampleFrom } from '@sillage/signal';
import type { Column } from '../analysis.ts';
import { output } from '../describe.ts';
import { attitudeBesideGyroHz, attitudeHz, attitudeOf, quickIntegral } from './attitude.ts';

const house = 'House (sheet 3)';

/** What tells how the bow rises and sinks, besides the acceleration along the boat. */
export const pitchRoles = {
  port: {
    name: { fr: 'accélération vers bâbord', en: 'acceleration to port' },
    unit: 'm/s²',
    spelled: /^(acc_?y|a_?y)$/,
    optional: true,
  },
  up: {
    name: { fr: 'accélération vers le haut', en: 'acceleration upward' },
    unit: 'm/s²',
    spelled: /^(acc_?z|a_?z)$/,
    optional: true,
  },
  pitchRate: {
    name: { fr: 'rotation autour de l’axe bâbord', en: 'rotation about the axis to port' },
    unit: '°/s',
    spelled: /^(gyr?o?_?y|w_?y)$/,
    optional: true,
  },
} as const;

/** Of who asks for strokes alone. */
export const withoutPitch = { port: undefined, up: undefined, pitchRate: undefined };

export const pitchOutputs = {
  pitch: output(
    ['Tangage moyen', 'Mean pitch'],
    ...(['°', 1] as const),
    ['accélération lente, gravité', 'slow acceleration, gravity'],
    ['Positif\u00a0: la proue se lève.', 'Positive: the bow lifts.'],
    house,
  ),
  pitchRange: output(
    ['Amplitude du tangage', 'Range of the pitch'],
    ...(['°', 2] as const),
    ['maximum − minimum par coup, gravité et gyroscope', 'most − least of each stroke, gravity and gyroscope'],
    ['De combien la proue monte et descend à chaque coup.', 'How far the bow rises and sinks with each stroke.'],
    house,
    { better: 'lower' },
  ),
};

interface Axes {
  readonly x: Column;
  readonly y: Column | undefined;
  readonly z: Column | undefined;
  /** °/s; without it what is quicker than gravity tells is not known. */
  readonly rate: Column | undefined;
}

/**
 * °; how the bow rises, at the times of x. Undefined where an axis is missing.
 * @param sign −1 of a sensor that looks to the stern
 */
export function pitchOf({ x, y, z, rate }: Axes, rateHz: number, sign: 1 | -1): Float64Array | undefined {
  const samples = x.values.length;
  if (y?.values.length !== samples || z?.values.length !== samples) return undefined;
  const gyro = rate?.values.length === samples ? rate : undefined;
  const slowHz = gyro === undefined ? attitudeHz : attitudeBesideGyroHz;
  const { pitch } = attitudeOf([x.values, y.values, z.values], rateHz, slowHz);
  if (gyro === undefined) return pitch.map((one) => sign * one);
  // Rates turn by the right hand: about the axis to port the bow sinks.
  const turned = quickIntegral(x.timesSeconds, gyro.values, rateHz, slowHz);
  return pitch.map((one, i) => sign * (one - turned[i]!));
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** °; most − least within a stretch, in s. */
export function rangeWithin(times: Float64Array, values: Float64Array, { from, to }: Stretch): number {
  const own = values.subarray(sampleFrom(times, from), sampleFrom(times, to) + 1).filter(Number.isFinite);
  return (
    own.reduce((most, one) => Math.max(most, one), -Infinity) -
    own.reduce((least, one) => Math.min(least, one), Infinity)
  );
}

/** °; over all strokes. */
export function meanPitch(times: Float64Array, values: Float64Array, strokes: readonly Stretch[]): number {
  const [from, to] = [strokes[0]?.from ?? 0, strokes.at(-1)?.to ?? 0];
  return meanAndDeviation(values.subarray(sampleFrom(times, from), sampleFrom(times, to) + 1)).mean;
}
