import { defineAnalysis, type Output } from '../analysis.ts';
import { edgeParameter, numberParameter, output } from '../describe.ts';
import { sampleAt } from '../sample-at.ts';
import { nordicFormulas } from './plate-formulas.ts';
import { asymmetryPercent } from './side-outputs.ts';

const opar = 'Opar 2013';
/** Share of the largest force above which a repetition is, s that it lasts, s between two. */
const [share, leastSeconds, apartSeconds] = [0.2, 0.5, 2];
const [bestOf, leastSamples] = [3, 50];

const side = (fr: string, en: string, unit: string, decimals: number, method: readonly [string, string]): Output =>
  output([fr, en], unit, decimals, method, [`${fr}.`, `${en}.`], opar, { better: 'higher' });
const peakOf = ['plus grande force des répétitions', 'largest force of the repetitions'] as const;
const best3 = ['moyenne des 3 meilleures répétitions', 'mean of the best 3 repetitions'] as const;

/** Nordic hamstring exercise: the force of each ankle. */
export const nordic = defineAnalysis({
  id: 'nordic',
  version: 1,
  name: { fr: 'Nordic (ischio-jambiers)', en: 'Nordic hamstring' },
  about: {
    fr: 'Force de chaque jambe, déséquilibre et répétitions de l’exercice Nordic.',
    en: 'Force of each leg, imbalance and repetitions of the Nordic exercise.',
  },
  serves: { scenarios: ['NordicScenario'], sports: [], exercises: /nordic|ischio/ },
  rows: 'samples',
  inputs: {
    forceLeft: {
      name: { fr: 'force gauche', en: 'left force' },
      unit: 'N',
      spelled: /(^|_)(f_?z?_?(g|left|l)|force_(g|left))$/,
    },
    forceRight: {
      name: { fr: 'force droite', en: 'right force' },
      unit: 'N',
      spelled: /(^|_)(f_?z?_?(d|right|r)|force_(d|right))$/,
    },
  },
  parameters: {
    bodyMass: numberParameter(
      ['Masse de l’athlète', 'Mass of the athlete'],
      ...(['kg', null, [20, 250], 'of the athlete'] as const),
    ),
    shank: numberParameter(
      ['Longueur genou–cheville', 'Knee to ankle'],
      ...(['m', null, [0.2, 0.7], 'of the athlete; gives the torque'] as const),
    ),
    onsetAt: edgeParameter('onset', ['Début, à la main', 'Onset, by hand']),
    endAt: edgeParameter('end', ['Fin, à la main', 'End, by hand']),
  },
  presets: [],
  explained: nordicFormulas,
  outputs: {
    peakLeft: side('Force maximale gauche', 'Peak force, left', 'N', 0, peakOf),
    peakRight: side('Force maximale droite', 'Peak force, right', 'N', 0, peakOf),
    bestLeft: side('Meilleures répétitions à gauche', 'Best repetitions, left', 'N', 0, best3),
    bestRight: side('Meilleures répétitions à droite', 'Best repetitions, right', 'N', 0, best3),
    relativeLeft: side('Force maximale relative gauche', 'Relative peak force, left', 'N/kg', 2, [
      'par masse',
      'by mass',
    ]),
    relativeRight: side('Force maximale relative droite', 'Relative peak force, right', 'N/kg', 2, [
      'par masse',
      'by mass',
    ]),
    torqueLeft: side('Couple maximal gauche', 'Peak torque, left', 'N·m', 0, ['force × longueur', 'force × length']),
    torqueRight: side('Couple maximal droit', 'Peak torque, right', 'N·m', 0, ['force × longueur', 'force × length']),
    impulseLeft: side('Impulsion gauche', 'Impulse, left', 'N·s', 0, [
      'somme des répétitions',
      'sum of the repetitions',
    ]),
    impulseRight: side('Impulsion droite', 'Impulse, right', 'N·s', 0, [
      'somme des répétitions',
      'sum of the repetitions',
    ]),
    imbalance: output(
      ['Déséquilibre', 'Imbalance'],
      ...(['%', 1] as const),
      ['100·(D − G) ÷ max des maxima', '100·(R − L) ÷ max of the peaks'],
      [
        'Positif, la droite est plus forte ; négatif, la gauche.',
        'Positive, the right is stronger; negative, the left.',
      ],
      'Bishop 2018',
    ),
    repetitions: output(
      ['Répétitions', 'Repetitions'],
      ...(['1', 0] as const),
      ['force totale au-dessus de 20 % du maximum pendant 0,5 s', 'total force above 20 % of the peak for 0.5 s'],
      ['Répétitions comptées.', 'Repetitions that count.'],
      opar,
    ),
  },
  find({ forceLeft, forceRight }, { bodyMass, shank, onsetAt, endAt }) {
    const times = forceLeft.timesSeconds;
    const samples = Math.min(forceLeft.values.length, forceRight.values.length);
    if (samples < leastSamples) return { refused: 'tooShort', numbers: { samples, least: leastSamples } };
    const [left, right] = [tared(forceLeft.values.subarray(0, samples)), tared(forceRight.values.subarray(0, samples))];
    const total = left.map((force, i) => force + right[i]!);
    const repetitions = between(findRepetitions(times, total), times, onsetAt, endAt);
    if (repetitions.length === 0) return { refused: 'noEffort', numbers: { seconds: leastSeconds } };
    const [first, last] = [repetitions[0]!, repetitions.at(-1)!];
    const [ofLeft, ofRight] = [left, right].map((force) => measure(times, force, repetitions));
    if (ofLeft === undefined || ofRight === undefined) throw new Error('two sides');
    const [noMass, noLength] = [
      { reason: 'notGiven', parameters: ['bodyMass'] },
      { reason: 'notGiven', parameters: ['shank'] },
    ] as const;
    const per = (mass: number | null, force: number) => (mass === null ? noMass : force / mass);
    const torqueOf = (length: number | null, force: number) => (length === null ? noLength : force * length);
    return {
      values: {
        ...{ peakLeft: ofLeft.peak, peakRight: ofRight.peak, bestLeft: ofLeft.best, bestRight: ofRight.best },
        ...{ relativeLeft: per(bodyMass, ofLeft.peak), relativeRight: per(bodyMass, ofRight.peak) },
        ...{ torqueLeft: torqueOf(shank, ofLeft.peak), torqueRight: torqueOf(shank, ofRight.peak) },
        ...{ impulseLeft: ofLeft.impulse, impulseRight: ofRight.impulse },
        imbalance: asymmetryPercent(ofLeft.peak, ofRight.peak),
        repetitions: repetitions.length,
      },
      phases: repetitions
        .slice(0, 100)
        .map(({ from, to }) => ({ name: 'effort', from: times[from]!, to: times[to - 1]! })),
      events: [
        { name: 'onset', at: times[first.from]! },
        { name: 'end', at: times[last.to - 1]! },
      ],
    };
  },
});

/** From what the strap shows at rest: the tenth of the samples that is least, which an athlete who waits makes. */
function tared(force: Float64Array): Float64Array {
  const sorted = force.filter(Number.isFinite).sort();
  const rest = sorted[Math.floor(sorted.length / 10)] ?? 0;
  return force.map((value) => value - rest);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The repetitions from where somebody put the beginning of the first to the end of the last; what lies outside does not count. */
function between(
  all: readonly Stretch[],
  times: Float64Array,
  onsetAt: number | null,
  endAt: number | null,
): Stretch[] {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return [];
  const onset = onsetAt === null ? first.from : sampleAt(times, onsetAt);
  const end = endAt === null ? last.to : sampleAt(times, endAt) + 1;
  const kept = all.filter(({ from, to }) => to > onset && from < end);
  return kept.map(({ from, to }, i) => ({
    from: i === 0 ? onset : from,
    to: i === kept.length - 1 ? end : to,
  }));
}

function findRepetitions(times: Float64Array, total: Float64Array): Stretch[] {
  let peak = 0;
  for (const force of total) if (force > peak) peak = force;
  const found: Stretch[] = [];
  let from = -1;
  for (let i = 0; i <= total.length; i++) {
    const isOn = i < total.length && total[i]! > share * peak;
    if (isOn && from < 0) from = i;
    if (isOn || from < 0) continue;
    const last = found.at(-1);
    if (last && times[from]! - times[last.to - 1]! < apartSeconds) found[found.length - 1] = { from: last.from, to: i };
    else found.push({ from, to: i });
    from = -1;
  }
  return found.filter((one) => times[one.to - 1]! - times[one.from]! > leastSeconds);
}

function measure(times: Float64Array, force: Float64Array, repetitions: readonly Stretch[]) {
  const peaks = repetitions.map(({ from, to }) =>
    force.subarray(from, to).reduce((most, one) => Math.max(most, one), 0),
  );
  const best = peaks.toSorted((a, b) => b - a).slice(0, bestOf);
  let impulse = 0;
  for (const { from, to } of repetitions) {
    for (let i = from + 1; i < to; i++) impulse += ((force[i]! + force[i - 1]!) / 2) * (times[i]! - times[i - 1]!);
  }
  return { peak: best[0] ?? 0, best: best.reduce((sum, one) => sum + one, 0) / best.length, impulse };
}
