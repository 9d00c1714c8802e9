import { lowPassTwice, resampleLinear, sampleFrom } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { axis, curveOf } from '../figures/figure.ts';
import { usualRate } from '../swing/rotation.ts';
import { filteringFormulas } from './sensor-formulas.ts';

const winter = 'Winter 2009; scipy.signal.filtfilt';
const house = 'House (0.3)';
const leastSamples = 20;

/** What a low-pass filter and a resampling make of a signal, and what they take from it. */
export const filtering = defineAnalysis({
  id: 'filtering',
  version: 1,
  name: { fr: 'Filtrage et rééchantillonnage', en: 'Filtering and resampling' },
  about: {
    fr: 'Ce qu’un filtre passe-bas (Butterworth, aller-retour) et un rééchantillonnage font d’un signal, et ce qu’ils lui enlèvent.',
    en: 'What a low-pass filter (Butterworth, forward and backward) and a resampling make of a signal, and what they take from it.',
  },
  serves: { scenarios: [], sports: [] },
  isCheck: true,
  rows: 'samples',
  inputs: {
    signal: {
      name: { fr: 'signal', en: 'signal' },
      ...{ unit: '', spelled: /^(fz_?tot(al)?|f_?tot|force|acc_?x|column_1)$/ },
    },
  },
  parameters: {
    cutOff: numberParameter(
      ['Fréquence de coupure', 'Cut-off'],
      ...(['Hz', 50, [0.01, 5000], '50 Hz: force plates; of one pass'] as const),
    ),
    at: numberParameter(
      ['Instant lu', 'Moment that is read'],
      ...(['s', null, [-1e9, 1e9], 'null: the middle of the window'] as const),
    ),
    points: numberParameter(['Points', 'Points'], ...(['1', 101, [2, 100_000], '101: 0 to 100 %'] as const)),
    point: numberParameter(['Point lu', 'Point that is read'], ...(['1', 0, [0, 99_999], '0: the first one'] as const)),
  },
  presets: [],
  outputs: {
    filtered: output(
      ['Valeur filtrée', 'Filtered value'],
      ...(['1', 4] as const),
      [
        'Butterworth du 2e ordre, aller-retour, à l’instant lu',
        'Butterworth of 2nd order, forward and backward, at the moment that is read',
      ],
      ['Dans l’unité du signal.', 'In the unit of the signal.'],
      winter,
    ),
    removed: output(
      ['Enlevé par le filtre', 'Taken by the filter'],
      ...(['1', 4] as const),
      ['racine de la moyenne des carrés de brut − filtré', 'root mean square of raw − filtered'],
      ['Le bruit, et ce que le filtre prend du mouvement.', 'The noise, and what the filter takes from the movement.'],
      winter,
    ),
    largestRemoved: output(
      ['Plus grand écart', 'Largest difference'],
      ...(['1', 4] as const),
      ['maximum de |brut − filtré|', 'maximum of |raw − filtered|'],
      ['Un pic que le filtre écrête se voit ici.', 'A peak that the filter cuts is seen here.'],
      winter,
    ),
    resampled: output(
      ['Valeur rééchantillonnée', 'Resampled value'],
      ...(['1', 4] as const),
      [
        'droite entre les deux mesures voisines, au point lu',
        'straight line between both neighbours, at the point that is read',
      ],
      ['Dans l’unité du signal, sans filtre.', 'In the unit of the signal, without the filter.'],
      house,
    ),
    rate: output(
      ['Fréquence', 'Rate'],
      ...(['Hz', 1] as const),
      ['mesures ÷ durée', 'samples ÷ time'],
      ['Mesures par seconde, d’après leurs temps.', 'Samples a second, by their times.'],
      house,
    ),
  },
  explained: filteringFormulas,
  find({ signal }, { cutOff, at, points, point }) {
    const { timesSeconds: times, values } = signal;
    const samples = values.length;
    if (samples < leastSamples) return { refused: 'tooShort', numbers: { samples, least: leastSamples } };
    const rate = usualRate(times);
    if (!(rate > 2 * cutOff)) return { refused: 'tooSlow', numbers: { rate: rate || 0, least: 2 * cutOff } };
    const filtered = lowPassTwice(values, rate, cutOff);
    const [first, last] = [times[0]!, times[samples - 1]!];
    const moment = at ?? (first + last) / 2;
    const isWithin = moment >= first - 0.5 / rate && moment <= last + 0.5 / rate;
    const count = Math.round(points);
    const evenTimes = Float64Array.from({ length: count }, (_, i) =>
      // The last one is the last sample, whatever rounding makes of the way there.
      i === count - 1 ? last : first + ((last - first) * i) / (count - 1),
    );
    const resampled = resampleLinear(times, values, evenTimes);
    const left = values.map((one, i) => one - filtered[i]!);
    return {
      values: {
        filtered: isWithin ? filtered[nearestTo(times, moment)]! : { reason: 'notReached' },
        ...sizesOf(left),
        resampled: resampled[Math.round(point)] ?? { reason: 'notReached' },
        rate,
      },
      figures: [
        {
          ...{ id: 'filteredSignal', name: { fr: 'Brut et filtré', en: 'Raw and filtered' } },
          ...{ x: axis('Temps', 'Time', 's'), y: axis('Signal', 'Signal', '1') },
          series: [
            curveOf({ fr: 'Brut', en: 'Raw' }, times, values),
            curveOf({ fr: 'Filtré', en: 'Filtered' }, times, filtered),
          ],
        },
      ],
    };
  },
});

function nearestTo(times: Float64Array, seconds: number): number {
  const next = Math.min(sampleFrom(times, seconds), times.length - 1);
  return next > 0 && seconds - times[next - 1]! < times[next]! - seconds ? next - 1 : next;
}

function sizesOf(left: Float64Array) {
  let [squares, largest, count] = [0, 0, 0];
  for (const one of left) {
    if (!Number.isFinite(one)) continue;
    squares += one * one;
    largest = Math.max(largest, Math.abs(one));
    count++;
  }
  return { removed: Math.sqrt(squares / count), largestRemoved: largest };
}
