import { fitLine } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { axis } from '../figures/figure.ts';
import { fitFigures } from '../figures/fit-figures.ts';
import { sprintInSituFormulas } from './sprint-formulas.ts';

const clavel = 'Clavel 2023';
const leastBins = 5;
const line = [
  'droite par les meilleures accélérations de chaque vitesse',
  'line through the best accelerations of each speed',
] as const;

/** The acceleration–speed profile of a whole session, from GPS or a local positioning system. */
export const sprintInSitu = defineAnalysis({
  id: 'sprintInSitu',
  version: 1,
  name: { fr: 'Profil accélération–vitesse en jeu', en: 'In-situ acceleration–speed profile' },
  about: {
    fr: 'Vitesse et accélération maximales d’après toute une séance, sans test.',
    en: 'Maximal speed and acceleration from a whole session, without a test.',
  },
  serves: { scenarios: [], sports: ['foot'] },
  rows: 'samples',
  inputs: {
    speed: { name: { fr: 'vitesse', en: 'speed' }, unit: 'm/s', spelled: /^(speed|velocity|vitesse|v|gps_speed)$/ },
    acceleration: {
      name: { fr: 'accélération', en: 'acceleration' },
      unit: 'm/s²',
      spelled: /^(acceleration|accel|a)$/,
      optional: true,
    },
  },
  parameters: {
    threshold: numberParameter(
      ['Vitesse minimale', 'Lowest speed'],
      ...(['m/s', 3, [0.5, 8], 'Clavel 2023: 3; shorts: 4'] as const),
    ),
    binWidth: numberParameter(
      ['Largeur des classes', 'Width of the bins'],
      ...(['m/s', 0.2, [0.05, 1], clavel] as const),
    ),
    perBin: numberParameter(['Valeurs par classe', 'Values per bin'], ...(['1', 2, [1, 10], clavel] as const)),
  },
  presets: [],
  explained: sprintInSituFormulas,
  outputs: {
    topSpeed: output(
      ['Vitesse maximale (S0)', 'Maximal speed (S0)'],
      ...(['m/s', 2] as const),
      line,
      ['Vitesse à accélération nulle.', 'Speed at zero acceleration.'],
      clavel,
      { better: 'higher' },
    ),
    acceleration: output(
      ['Accélération maximale (A0)', 'Maximal acceleration (A0)'],
      ...(['m/s²', 2] as const),
      line,
      ['Accélération à vitesse nulle.', 'Acceleration at zero speed.'],
      clavel,
      { better: 'higher' },
    ),
    slope: output(
      ['Pente', 'Slope'],
      ...(['1/s', 3] as const),
      line,
      ['Accélération perdue par m/s.', 'Acceleration lost per m/s.'],
      clavel,
    ),
    rSquared: output(
      ['Part expliquée (R²)', 'Share explained (R²)'],
      ...(['1', 3] as const),
      line,
      ['1 : la droite passe par tous les points.', '1: the line passes through every point.'],
      clavel,
    ),
    distance: output(
      ['Distance', 'Distance'],
      ...(['m', 0] as const),
      ['∫ vitesse', '∫ speed'],
      ['Chemin de la séance.', 'Way of the session.'],
      'House',
    ),
    topSpeedMeasured: output(
      ['Vitesse maximale mesurée', 'Highest speed measured'],
      ...(['m/s', 2] as const),
      ['plus grande mesure', 'largest sample'],
      ['La plus grande vitesse mesurée.', 'The largest speed that was measured.'],
      'House',
      { better: 'higher' },
    ),
  },
  find({ speed, acceleration }, { threshold, binWidth, perBin }) {
    const { timesSeconds: times, values } = speed;
    const accelerations = acceleration?.values ?? derivative(times, values);
    const bins = new Map<number, { v: number; a: number }[]>();
    let [distance, most] = [0, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < values.length; i++) {
      const [v, a] = [values[i]!, accelerations[i]!];
      const before = values[i - 1];
      if (before !== undefined && Number.isFinite(v + before))
        distance += ((v + before) / 2) * (times[i]! - times[i - 1]!);
      if (v > most) most = v;
      if (!(v > threshold && a > 0) || !Number.isFinite(v) || !Number.isFinite(a)) continue;
      const bin = Math.floor((v - threshold) / binWidth);
      const best = bins.get(bin) ?? [];
      best.push({ v, a });
      best.sort((one, other) => other.a - one.a);
      bins.set(bin, best.slice(0, Math.round(perBin)));
    }
    const points = [...bins.values()].flat();
    if (bins.size < leastBins) return { refused: 'tooFewEfforts', numbers: { count: bins.size, least: leastBins } };
    const measured = { x: points.map(({ v }) => v), y: points.map(({ a }) => a) };
    const fitted = fitLine(measured.x, measured.y);
    if (fitted === undefined || !(fitted.slope < 0)) return { refused: 'noFit', numbers: {} };
    const { slope, intercept, rSquared } = fitted;
    return {
      values: {
        topSpeed: -intercept / slope,
        acceleration: intercept,
        slope,
        rSquared,
        distance,
        topSpeedMeasured: most,
      },
      figures: fitFigures({
        ...{ id: 'accelerationSpeed', name: { fr: 'Accélération–vitesse', en: 'Acceleration–speed' } },
        ...{ x: axis('Vitesse', 'Speed', 'm/s'), y: axis('Accélération', 'Acceleration', 'm/s²') },
        ...{ measured, drawn: [0, -intercept / slope] },
        model: (metresPerSecond) => intercept + slope * metresPerSecond,
      }),
      warnings: rSquared < 0.8 ? [{ code: 'poorFit', numbers: { percent: 100 * rSquared, least: 80 } }] : [],
    };
  },
});

/** Central differences, one-sided at the ends. */
function derivative(times: Float64Array, values: Float64Array): Float64Array {
  return values.map((_, i) => {
    const [from, to] = [Math.max(0, i - 1), Math.min(values.length - 1, i + 1)];
    return (values[to]! - values[from]!) / (times[to]! - times[from]!);
  });
}
