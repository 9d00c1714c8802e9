import { findPeaks, meanAndDeviation } from '@sillage/signal';
import { defineAnalysis, type NoValue } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { countsDoubt } from './raw-counts.ts';
import { gyroParameters, gyroRoles, rotationSize, usualRate } from './rotation.ts';
import { tennisFormulas } from './swing-formulas.ts';

const house = 'House (sheet 5.1, 5.2)';
/** Medians of the jerk that an impact exceeds, s around the peak in which it is, s between strokes. */
const [spike, aroundSeconds, apartSeconds, startShare] = [5, 0.05, 0.8, 0.1];
const ofStrokes = ['moyenne des frappes', 'mean of the strokes'] as const;

/** Tennis strokes by the rotation of the racket or the wrist. */
export const tennisSwing = defineAnalysis({
  id: 'tennisSwing',
  version: 1,
  name: { fr: 'Frappes de tennis', en: 'Tennis strokes' },
  about: {
    fr: 'Nombre, vitesse et impact des frappes d’une séance.',
    en: 'Count, speed and impact of the strokes of a session.',
  },
  serves: { scenarios: [], sports: ['tennis'] },
  rows: 'samples',
  inputs: {
    ...gyroRoles,
    accX: {
      name: { fr: 'accélération x', en: 'acceleration x' },
      unit: 'm/s²',
      spelled: /^(acc?_?x|a_?x)$/,
      optional: true,
    },
    accY: {
      name: { fr: 'accélération y', en: 'acceleration y' },
      unit: 'm/s²',
      spelled: /^(acc?_?y|a_?y)$/,
      optional: true,
    },
    accZ: {
      name: { fr: 'accélération z', en: 'acceleration z' },
      unit: 'm/s²',
      spelled: /^(acc?_?z|a_?z)$/,
      optional: true,
    },
  },
  parameters: {
    ...gyroParameters,
    threshold: numberParameter(
      ['Rotation d’une frappe', 'Rotation of a stroke'],
      ...(['°/s', 500, [50, 3000], house] as const),
    ),
    radius: numberParameter(
      ['Rayon capteur–centre du tamis', 'Sensor to sweet spot'],
      ...(['m', null, [0.1, 1.5], 'of the racket'] as const),
    ),
  },
  presets: [],
  explained: tennisFormulas,
  outputs: {
    strokes: output(
      ['Frappes', 'Strokes'],
      ...(['1', 0] as const),
      ['pics de rotation au-dessus du seuil', 'peaks of rotation above the threshold'],
      ['Frappes comptées, avec ou sans balle.', 'Strokes that count, with or without a ball.'],
      house,
    ),
    withBall: output(
      ['Avec balle', 'With a ball'],
      ...(['1', 0] as const),
      ['choc de plus de 5 médianes de l’à-coup', 'spike above 5 medians of the jerk'],
      ['Frappes où un choc est vu.', 'Strokes in which a shock is seen.'],
      house,
    ),
    peakRotation: output(
      ['Rotation maximale', 'Peak rotation'],
      ...(['°/s', 0] as const),
      ['plus grande frappe', 'largest stroke'],
      ['La plus grande vitesse de rotation.', 'The fastest rotation.'],
      house,
      { better: 'higher' },
    ),
    meanRotation: output(
      ['Rotation moyenne', 'Mean rotation'],
      ...(['°/s', 0] as const),
      ofStrokes,
      ['Vitesse de rotation des frappes.', 'Rotation of the strokes.'],
      house,
      { better: 'higher' },
    ),
    headSpeed: output(
      ['Vitesse de la raquette (estimation)', 'Racket speed (estimate)'],
      ...(['m/s', 1] as const),
      ['rotation maximale · rayon', 'peak rotation · radius'],
      ['Vitesse au centre du tamis si le rayon est exact.', 'Speed at the sweet spot if the radius is right.'],
      house,
      { better: 'higher' },
    ),
    timeToPeak: output(
      ['Temps jusqu’à l’impact', 'Time to impact'],
      ...(['s', 3] as const),
      ['10 % de la rotation → maximum', '10 % of the rotation → peak'],
      ['Durée du geste avant l’impact.', 'Time of the swing before impact.'],
      house,
    ),
  },
  find({ x, y, z, accX, accY, accZ }, { countsPerDegree, threshold, radius }) {
    const times = x.timesSeconds;
    const rateHz = usualRate(times);
    if (!(rateHz > 0)) return { refused: 'tooShort', numbers: { samples: times.length, least: 2 } };
    const rotation = rotationSize(x, y, z, countsPerDegree);
    const peaks = findPeaks(rotation, { prominence: threshold / 2, distance: apartSeconds * rateHz }).filter(
      ({ value }) => value > threshold,
    );
    if (peaks.length === 0) return { refused: 'noSwing', numbers: { peak: 0, least: threshold } };
    const jerk = accX && accY && accZ && jerkOf(accX.values, accY.values, accZ.values, times);
    const usual = jerk && medianOf(jerk);
    const reach = Math.max(1, Math.round(aroundSeconds * rateHz));
    const hits = peaks.map(
      ({ at }) =>
        jerk !== undefined &&
        usual !== undefined &&
        jerk.subarray(Math.max(0, at - reach), at + reach + 1).some((one) => one > spike * usual),
    );
    const starts = peaks.map(({ at, value }) => {
      let from = at;
      while (from > 0 && rotation[from - 1]! > startShare * value) from--;
      return from;
    });
    const notMeasured: NoValue = { reason: 'notMeasured' };
    const best = peaks.reduce((most, { value }) => Math.max(most, value), 0);
    return {
      values: {
        strokes: peaks.length,
        withBall: jerk === undefined ? notMeasured : hits.filter(Boolean).length,
        peakRotation: best,
        meanRotation: meanAndDeviation(peaks.map(({ value }) => value)).mean,
        headSpeed: radius === null ? { reason: 'notGiven', parameters: ['radius'] } : ((best * Math.PI) / 180) * radius,
        timeToPeak: meanAndDeviation(peaks.map(({ at }, i) => times[at]! - times[starts[i]!]!)).mean,
      },
      warnings: countsDoubt(best),
      phases: peaks.slice(0, 400).map(({ at }, i) => ({ name: 'swing', from: times[starts[i]!]!, to: times[at]! })),
      events: peaks.slice(0, 400).map(({ at }, i) => ({ name: hits[i] ? 'impact' : 'peak', at: times[at]! })),
    };
  },
});

/** m/s³ of each step; 0 where it is not known. */
function jerkOf(x: Float64Array, y: Float64Array, z: Float64Array, times: Float64Array): Float64Array {
  return x.map((one, i) => {
    if (i === 0) return 0;
    const change = Math.hypot(one - x[i - 1]!, y[i]! - y[i - 1]!, z[i]! - z[i - 1]!);
    const value = change / (times[i]! - times[i - 1]!);
    return Number.isFinite(value) ? value : 0;
  });
}

const medianOf = (values: Float64Array) => values.slice().sort()[values.length >> 1] ?? 0;
