import { correlateSignals, findLikeness, lowPassTwice, meanAndDeviation, resampleLinear } from '@sillage/signal';
import { type Column, defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { axis, curveOf } from '../figures/figure.ts';
import { usualRate } from '../swing/rotation.ts';
import { synchronisationFormulas } from './sensor-formulas.ts';

const house = 'House: Pearson’s correlation at every lag';
/** Samples of either signal at most: what a minute of computing is for. */
const mostSamples = 1_000_000;
const leastSamples = 20;
/** Below which a person has to look. */
const clear = 0.7;

/** When one signal began in the time of another one, by what is alike in both. */
export const synchronisation = defineAnalysis({
  id: 'synchronisation',
  version: 1,
  name: { fr: 'Synchronisation de deux signaux', en: 'Synchronisation of two signals' },
  about: {
    fr: 'Décalage de deux signaux qui mesurent le même mouvement, par corrélation.',
    en: 'Offset of two signals that measure the same movement, by correlation.',
  },
  serves: { scenarios: [], sports: [] },
  isCheck: true,
  rows: 'samples',
  inputs: {
    first: {
      name: { fr: 'signal de référence', en: 'signal of reference' },
      ...{ unit: '', spelled: /^(omega|acc_?x|a_?x|speed|vitesse)$/ },
    },
    second: {
      name: { fr: 'signal à placer', en: 'signal to be placed' },
      ...{ unit: '', spelled: /^(omega|acc_?x|a_?x|speed|vitesse)$/ },
    },
  },
  parameters: {
    rate: numberParameter(
      ['Fréquence commune', 'Common rate'],
      ...(['Hz', null, [1, 1000], 'null: of the faster signal, 200 Hz at most'] as const),
    ),
  },
  presets: [],
  outputs: {
    offset: output(
      ['Décalage', 'Offset'],
      ...(['s', 3] as const),
      ['maximum de la corrélation, entre les échantillons', 'greatest correlation, between the samples'],
      [
        'À ajouter aux temps du second signal pour être dans ceux du premier.',
        'To be added to times of the second signal to be in those of the first.',
      ],
      house,
    ),
    correlation: output(
      ['Corrélation', 'Correlation'],
      ...(['1', 3] as const),
      ['à ce décalage', 'at that offset'],
      ['1\u00a0: le même mouvement.', '1: the same movement.'],
      house,
      { better: 'higher' },
    ),
    confidence: output(
      ['Confiance', 'Confidence'],
      ...(['1', 2] as const),
      ['par rapport au deuxième meilleur décalage', 'against the second best offset'],
      ['Sous 0,7, un autre décalage est presque aussi bon.', 'Below 0.7 another offset is nearly as good.'],
      house,
      { better: 'higher' },
    ),
    second: output(
      ['Deuxième meilleur décalage', 'Second best offset'],
      ...(['s', 3] as const),
      ['hors du premier maximum', 'outside the first peak'],
      ['Celui que l’on pourrait confondre.', 'The one that it may be mistaken for.'],
      house,
    ),
    secondCorrelation: output(
      ['Corrélation du deuxième', 'Correlation of the second'],
      ...(['1', 3] as const),
      ['à ce décalage', 'at that offset'],
      ['À comparer à la première.', 'To be compared with the first.'],
      house,
    ),
  },
  explained: synchronisationFormulas,
  find({ first, second }, { rate }) {
    const samples = Math.min(first.values.length, second.values.length);
    if (samples < leastSamples) return { refused: 'tooShort', numbers: { samples, least: leastSamples } };
    const fastest = Math.max(usualRate(first.timesSeconds), usualRate(second.timesSeconds));
    const rateHz = rate ?? Math.min(200, fastest);
    const longest = Math.max(secondsOf(first), secondsOf(second));
    if (!(rateHz > 0) || !(longest * rateHz < mostSamples)) {
      return { refused: 'tooLong', numbers: { minutes: longest / 60, most: mostSamples / rateHz / 60 || 0 } };
    }
    const [a, b] = [evenly(first, rateHz), evenly(second, rateHz)];
    const correlation = correlateSignals(a, b, rateHz);
    const likeness = correlation && findLikeness(correlation);
    if (likeness === undefined) return { refused: 'nothingAlike', numbers: {} };
    const apart = first.timesSeconds[0]! - second.timesSeconds[0]!;
    const offset = likeness.offsetSeconds + apart;
    const { confidence } = likeness;
    return {
      values: {
        ...{ offset, correlation: likeness.correlation, confidence },
        second: likeness.second.offsetSeconds + apart,
        secondCorrelation: likeness.second.correlation,
      },
      events: [{ name: 'start', at: second.timesSeconds[0]! + offset }],
      figures: [bothOver(first, second, offset)],
      warnings: confidence < clear ? [{ code: 'doubtfulOffset', numbers: { confidence } }] : [],
    };
  },
});

const secondsOf = ({ timesSeconds }: Column) => timesSeconds.at(-1)! - timesSeconds[0]!;

/** At even times from its first sample on; what is faster than the common rate can show is taken out before. */
function evenly({ timesSeconds, values }: Column, rateHz: number): Float64Array {
  const own = usualRate(timesSeconds);
  const smooth = own > 2 * rateHz ? lowPassTwice(values, own, rateHz / 2.5) : values;
  const length = Math.floor((timesSeconds.at(-1)! - timesSeconds[0]!) * rateHz) + 1;
  const times = Float64Array.from({ length }, (_, i) => timesSeconds[0]! + i / rateHz);
  return resampleLinear(timesSeconds, smooth, times);
}

/** Both in deviations of their own, the second one where it belongs. */
function bothOver(first: Column, second: Column, offset: number) {
  const scaled = ({ values }: Column) => {
    const { mean, deviation } = meanAndDeviation(values);
    return values.map((one) => (one - mean) / (deviation || 1));
  };
  return {
    ...{ id: 'bothSignals', name: { fr: 'Les deux signaux', en: 'Both signals' } },
    ...{ x: axis('Temps', 'Time', 's'), y: axis('Écarts-types', 'Standard deviations', '1') },
    series: [
      curveOf({ fr: 'Référence', en: 'Reference' }, first.timesSeconds, scaled(first)),
      curveOf(
        { fr: 'Placé', en: 'Placed' },
        second.timesSeconds.map((t) => t + offset),
        scaled(second),
      ),
    ],
  };
}
