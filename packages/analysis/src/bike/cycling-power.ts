import { defineAnalysis, type NoValue, type Output } from '../analysis.ts';
import { axis, curveOf, type Figure } from '../figures/figure.ts';
import { cyclingPowerFormulas } from './bike-formulas.ts';
import { bestMean, secondBySecond } from './second-by-second.ts';

/** s that normalised power averages over, and that it wants. */
const [rollingSeconds, leastSeconds] = [30, 600];

const coggan = 'Coggan, in Allen & Coggan 2010';
const ofSeconds = { fr: 'moyenne de chaque seconde', en: 'mean of each second' };

/** The best mean over a time. */
const best = (seconds: number, fr: string, en: string) =>
  ({
    name: { fr: `Meilleure puissance sur ${fr}`, en: `Best power over ${en}` },
    unit: 'W',
    decimals: 0,
    method: { fr: `meilleure moyenne de ${seconds} s d’affilée`, en: `best mean of ${seconds} s in a row` },
    better: 'higher',
    about: {
      fr: `La plus grande puissance moyenne tenue ${fr}.`,
      en: `The largest mean power held for ${en}.`,
    },
    source: coggan,
  }) as const satisfies Output;

const bests = {
  best5s: best(5, '5 s', '5 s'),
  best30s: best(30, '30 s', '30 s'),
  best1min: best(60, '1 min', '1 min'),
  best5min: best(300, '5 min', '5 min'),
  best20min: best(1200, '20 min', '20 min'),
  best60min: best(3600, '60 min', '60 min'),
} as const;
const secondsOf = {
  ...{ best5s: 5, best30s: 30, best1min: 60 },
  ...{ best5min: 300, best20min: 1200, best60min: 3600 },
} as const satisfies { readonly [B in keyof typeof bests]: number };

/** Power of a ride: load, evenness, bests. */
export const cyclingPower = defineAnalysis({
  id: 'cyclingPower',
  version: 2,
  name: { fr: 'Puissance à vélo', en: 'Cycling power' },
  about: {
    fr: 'Puissance moyenne et normalisée, charge et meilleures puissances d’une sortie.',
    en: 'Mean and normalised power, load and bests of a ride.',
  },
  serves: { scenarios: [], sports: ['velo', 'bmx', 'instrack'] },
  rows: 'samples',
  inputs: {
    power: {
      name: { fr: 'puissance', en: 'power' },
      unit: 'W',
      spelled: /(^|_)(power|puissance|watts?)(_tot(al)?)?$/,
    },
  },
  parameters: {
    ftp: {
      name: { fr: 'Puissance au seuil (FTP)', en: 'Threshold power (FTP)' },
      unit: 'W',
      default: null,
      least: 20,
      most: 1000,
      source: 'of the rider: 95 % of the best 20 min (Allen & Coggan 2010)',
    },
    coasting: {
      name: { fr: 'Secondes sans puissance', en: 'Seconds without power' },
      unit: '',
      default: 'counted',
      choices: ['counted', 'leftOut'],
      source: 'counted: usual; leftOut: mean of what was pedalled (House)',
    },
  },
  presets: [],
  explained: cyclingPowerFormulas,
  outputs: {
    mean: {
      name: { fr: 'Puissance moyenne', en: 'Mean power' },
      unit: 'W',
      decimals: 0,
      method: ofSeconds,
      better: 'higher',
      about: { fr: 'Moyenne de toutes les secondes.', en: 'Mean of all seconds.' },
      source: coggan,
    },
    max: {
      name: { fr: 'Puissance maximale', en: 'Maximum power' },
      unit: 'W',
      decimals: 0,
      method: { fr: 'plus grande valeur mesurée', en: 'largest value measured' },
      better: 'higher',
      about: { fr: 'La plus grande valeur mesurée.', en: 'The largest value that was measured.' },
      source: coggan,
    },
    normalised: {
      name: { fr: 'Puissance normalisée', en: 'Normalised power' },
      unit: 'W',
      decimals: 0,
      method: {
        fr: 'racine 4e de la moyenne des puissances 4e, sur 30 s',
        en: '4th root of the mean 4th power, over 30 s',
      },
      about: {
        fr: 'La puissance régulière qui aurait coûté autant.',
        en: 'The steady power that would have cost as much.',
      },
      source: coggan,
    },
    variability: {
      name: { fr: 'Indice de variabilité', en: 'Variability index' },
      unit: '1',
      decimals: 2,
      method: { fr: 'normalisée ÷ moyenne', en: 'normalised ÷ mean' },
      about: { fr: '1\u00a0: régulier\u00a0; plus\u00a0: par à-coups.', en: '1: steady; more: in bursts.' },
      source: coggan,
    },
    intensity: {
      name: { fr: 'Intensité', en: 'Intensity factor' },
      unit: '1',
      decimals: 2,
      method: { fr: 'normalisée ÷ seuil', en: 'normalised ÷ threshold' },
      about: { fr: 'Part de la puissance au seuil.', en: 'Share of the threshold power.' },
      source: coggan,
    },
    stress: {
      name: { fr: 'Charge (TSS)', en: 'Training stress score' },
      unit: '1',
      decimals: 0,
      method: { fr: 'secondes × intensité² ÷ 36', en: 'seconds × intensity² ÷ 36' },
      about: { fr: '100\u00a0: une heure au seuil.', en: '100: an hour at threshold.' },
      source: coggan,
    },
    work: {
      name: { fr: 'Travail', en: 'Work' },
      unit: 'kJ',
      decimals: 0,
      method: { fr: 'somme des secondes', en: 'sum of the seconds' },
      about: { fr: 'Énergie donnée aux pédales.', en: 'Energy given to the pedals.' },
      source: coggan,
    },
    ...bests,
  },
  find({ power }, { ftp, coasting }) {
    const seconds = secondBySecond(power);
    // The shortest best power; a sprint has no more.
    if (seconds === undefined || seconds.length < secondsOf.best5s) {
      return { refused: 'tooShort', numbers: { samples: seconds?.length ?? 0, least: secondsOf.best5s } };
    }
    const sum = seconds.reduce((all, one) => all + one, 0);
    const counted = coasting === 'leftOut' ? seconds.filter((one) => one !== 0).length : seconds.length;
    const mean = sum / counted;
    const notReached = { reason: 'notReached' } as const;
    const normalised = seconds.length < rollingSeconds ? undefined : normalisedPower(seconds);
    const notGiven: NoValue<'ftp'> = { reason: 'notGiven', parameters: ['ftp'] };
    const intensity = ftp === null || normalised === undefined ? undefined : normalised / ftp;
    const noIntensity = normalised === undefined ? notReached : notGiven;
    const bestOf = (name: keyof typeof bests) => bestMean(seconds, secondsOf[name]) ?? notReached;
    const minutes = seconds.length / 60;
    return {
      values: {
        mean,
        max: power.values.filter(Number.isFinite).reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY),
        normalised: normalised ?? notReached,
        variability: normalised === undefined ? notReached : normalised / mean,
        intensity: intensity ?? noIntensity,
        stress: intensity === undefined ? noIntensity : (seconds.length * intensity ** 2) / 36,
        work: sum / 1000,
        best5s: bestOf('best5s'),
        best30s: bestOf('best30s'),
        best1min: bestOf('best1min'),
        best5min: bestOf('best5min'),
        best20min: bestOf('best20min'),
        best60min: bestOf('best60min'),
      },
      figures: [meanMaximal(seconds)],
      warnings: seconds.length < leastSeconds ? [{ code: 'shortForNormalised', numbers: { minutes } }] : [],
    };
  },
});

/** s whose best mean is drawn. */
const durations = [
  1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 480, 600, 900, 1200, 1800, 2700, 3600, 5400,
];

/** The best mean power over each duration. */
function meanMaximal(seconds: Float64Array): Figure {
  const known = durations.filter((one) => one <= seconds.length);
  return {
    ...{
      id: 'meanMaximal',
      name: { fr: 'Meilleure puissance par durée', en: 'Mean-maximal power' },
      isLogarithmic: true,
    },
    ...{ x: axis('Durée', 'Duration', 's'), y: axis('Puissance', 'Power', 'W') },
    series: [
      curveOf(
        { fr: 'Meilleure moyenne', en: 'Best mean' },
        known,
        known.map((one) => bestMean(seconds, one) ?? Number.NaN),
      ),
    ],
  };
}

/** W; of means over 30 s, whole windows only. */
function normalisedPower(seconds: Float64Array): number {
  let [rolling, fourths] = [0, 0];
  for (let i = 0; i < seconds.length; i++) {
    rolling += seconds[i]!;
    if (i >= rollingSeconds) rolling -= seconds[i - rollingSeconds]!;
    if (i >= rollingSeconds - 1) fourths += (rolling / rollingSeconds) ** 4;
  }
  return (fourths / (seconds.length - rollingSeconds + 1)) ** 0.25;
}
