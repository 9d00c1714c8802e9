import { lowPassTwice, meanAndDeviation, type PlanarScatter, planarScatter } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { axis, curveOf, type Figure } from '../figures/figure.ts';
import { swayFormulas } from './plate-formulas.ts';

const schubert = 'Schubert & Kirchner 2014';
const leastSamples = 50;
/** χ² of two degrees of freedom at 95 %. */
const chiSquared95 = 5.991464547107979;

const along = (fr: string, en: string, kind: readonly [string, string], method: readonly [string, string]) =>
  output(
    [`${kind[0]} ${fr}`, `${kind[1]}, ${en}`],
    ...(['mm', 1] as const),
    method,
    [`${kind[0]} du centre de pression sur l’axe ${fr}.`, `${kind[1]} of the centre of pressure along ${en}.`],
    schubert,
    { better: 'lower' },
  );
const rms = ['écart-type', 'standard deviation'] as const;
const range = ['maximum − minimum', 'maximum − minimum'] as const;

/** Quiet standing: how far and how fast the centre of pressure wanders. */
export const sway = defineAnalysis({
  id: 'sway',
  version: 1,
  name: { fr: 'Équilibre (centre de pression)', en: 'Balance (centre of pressure)' },
  about: {
    fr: 'Chemin, vitesse et surface que le centre de pression parcourt debout.',
    en: 'Path, speed and area that the centre of pressure covers while standing.',
  },
  serves: { scenarios: [], sports: [], exercises: /equilibre|balance|sway|posture|stabilo/ },
  rows: 'samples',
  inputs: {
    x: { name: { fr: 'centre de pression, x', en: 'centre of pressure, x' }, unit: 'm', spelled: /^(cop_?x|x_?cop)$/ },
    y: { name: { fr: 'centre de pression, y', en: 'centre of pressure, y' }, unit: 'm', spelled: /^(cop_?y|y_?cop)$/ },
  },
  parameters: {
    filter: numberParameter(
      ['Filtre passe-bas', 'Low-pass filter'],
      ...(['Hz', null, [1, 100], 'none unless given; 10 Hz is usual (Schubert & Kirchner 2014)'] as const),
    ),
  },
  presets: [{ name: 'tenHertz', source: 'Schubert & Kirchner 2014, 10 Hz', values: { filter: 10 } }],
  explained: swayFormulas,
  outputs: {
    path: output(
      ['Longueur du chemin', 'Path length'],
      ...(['mm', 1] as const),
      ['somme des distances entre mesures', 'sum of the distances between samples'],
      ['Le chemin que le centre de pression parcourt.', 'The way that the centre of pressure goes.'],
      schubert,
      { better: 'lower' },
    ),
    velocity: output(
      ['Vitesse moyenne', 'Mean velocity'],
      ...(['mm/s', 2] as const),
      ['chemin ÷ durée', 'path ÷ time'],
      ['Chemin par seconde.', 'Path per second.'],
      schubert,
      { better: 'lower' },
    ),
    areaF: output(
      ['Surface de l’ellipse à 95 %', 'Area of the 95 % ellipse'],
      ...(['mm²', 1] as const),
      ['ellipse de prédiction, loi de F', 'prediction ellipse, F distribution'],
      ['95 % des points y tombent.', '95 % of the points fall into it.'],
      schubert,
      { better: 'lower' },
    ),
    areaChi: output(
      ['Surface de l’ellipse à 95 % (χ²)', 'Area of the 95 % ellipse (χ²)'],
      ...(['mm²', 1] as const),
      ['π·χ²·√(λ1·λ2)', 'π·χ²·√(λ1·λ2)'],
      ['La même ellipse pour beaucoup de points.', 'The same ellipse for many points.'],
      schubert,
      { better: 'lower' },
    ),
    angle: output(
      ['Direction de l’ellipse', 'Direction of the ellipse'],
      ...(['°', 0] as const),
      ['grand axe, depuis x', 'larger axis, from x'],
      [
        'Dans quelle direction le centre de pression bouge le plus.',
        'The direction in which the centre of pressure moves most.',
      ],
      schubert,
    ),
    meanDistance: output(
      ['Distance moyenne au centre', 'Mean distance from the centre'],
      ...(['mm', 1] as const),
      ['moyenne des distances à la position moyenne', 'mean of the distances from the mean position'],
      ['De combien le centre de pression s’écarte en moyenne.', 'How far the centre of pressure strays on average.'],
      schubert,
      { better: 'lower' },
    ),
    rmsX: along('x', 'x', ['Écart-type', 'Deviation'], rms),
    rmsY: along('y', 'y', ['Écart-type', 'Deviation'], rms),
    rangeX: along('x', 'x', ['Étendue', 'Range'], range),
    rangeY: along('y', 'y', ['Étendue', 'Range'], range),
  },
  find({ x, y }, { filter }) {
    const times = x.timesSeconds;
    const samples = Math.min(x.values.length, y.values.length);
    if (samples < leastSamples) return { refused: 'tooShort', numbers: { samples, least: leastSamples } };
    const seconds = times[samples - 1]! - times[0]!;
    const missing = samples - countBoth(x.values, y.values, samples);
    if (missing > 0) return { refused: 'samplesMissing', numbers: { missing } };
    const rateHz = (samples - 1) / seconds;
    const [ax, ay] = [x.values, y.values].map((values) => millimetres(values.subarray(0, samples), rateHz, filter));
    if (ax === undefined || ay === undefined) throw new Error('two axes');
    let [path, distance] = [0, 0];
    const { meanX, meanY, larger, smaller, angle } = planarScatter(ax, ay);
    for (let i = 0; i < samples; i++) {
      if (i > 0) path += Math.hypot(ax[i]! - ax[i - 1]!, ay[i]! - ay[i - 1]!);
      distance += Math.hypot(ax[i]! - meanX, ay[i]! - meanY);
    }
    const spread = Math.PI * Math.sqrt(larger * smaller);
    return {
      values: {
        path,
        velocity: path / seconds,
        areaF: spread * quantileF95(samples - 2) * ((2 * (samples - 1) * (samples + 1)) / (samples * (samples - 2))),
        areaChi: spread * chiSquared95,
        angle: (angle * 180) / Math.PI,
        meanDistance: distance / samples,
        rmsX: meanAndDeviation(ax).deviation,
        rmsY: meanAndDeviation(ay).deviation,
        rangeX: rangeOf(ax),
        rangeY: rangeOf(ay),
      },
      figures: [pathFigure(ax, ay, { meanX, meanY, larger, smaller, angle })],
    };
  },
});

/** The way of the centre of pressure in equal scales, with the ellipse that holds 95 % of it. */
function pathFigure(x: Float64Array, y: Float64Array, scatter: Omit<PlanarScatter, 'n'>): Figure {
  const { meanX, meanY, larger, smaller, angle } = scatter;
  const turns = Array.from({ length: 73 }, (_, i) => (2 * Math.PI * i) / 72);
  const [long, short] = [Math.sqrt(larger * chiSquared95), Math.sqrt(smaller * chiSquared95)];
  const [along, across] = [Math.cos(angle), Math.sin(angle)];
  return {
    ...{ id: 'path', name: { fr: 'Centre de pression', en: 'Centre of pressure' }, isSquare: true },
    ...{ x: axis('x', 'x', 'mm'), y: axis('y', 'y', 'mm') },
    series: [
      curveOf({ fr: 'Trajet', en: 'Path' }, x, y, 'strands'),
      curveOf(
        { fr: 'Ellipse à 95 %', en: '95 % ellipse' },
        turns.map((turn) => meanX + long * Math.cos(turn) * along - short * Math.sin(turn) * across),
        turns.map((turn) => meanY + long * Math.cos(turn) * across + short * Math.sin(turn) * along),
      ),
    ],
  };
}

/** F of 2 and ν degrees of freedom at 95 %, which has a closed form: ν/2·(0.05^(−2/ν) − 1). */
const quantileF95 = (freedom: number) => (freedom / 2) * (0.05 ** (-2 / freedom) - 1);

const millimetres = (metres: Float64Array, rateHz: number, filter: number | null) =>
  (filter === null ? metres : lowPassTwice(metres, rateHz, filter)).map((value) => value * 1000);

function countBoth(x: Float64Array, y: Float64Array, samples: number): number {
  let count = 0;
  for (let i = 0; i < samples; i++) if (Number.isFinite(x[i]) && Number.isFinite(y[i])) count++;
  return count;
}

function rangeOf(values: Float64Array): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least;
}
