import { integrateSamples, stillestWindows } from '@sillage/signal';
import { defineAnalysis, isRefused, type Output } from '../analysis.ts';
import { edgeParameter, numberParameter, output } from '../describe.ts';
import { sampleAt } from '../sample-at.ts';
import type { Notice } from '../sentences.ts';
import { extremeOf } from './find-onset.ts';
import { sidesMirrored } from './jump-figures.ts';
import { isometricFormulas } from './plate-formulas.ts';
import { jumpEdges, plateParameters } from './plate-parameters.ts';
import { asymmetryPercent } from './side-outputs.ts';
import { forceRoles, type PlateForce, wholeForce } from './whole-force.ts';

const comfort = 'Comfort 2019; Haff 2015';
/** s before the pull in which the baseline lies, and of the baseline. */
const [searchSeconds, baselineSeconds] = [3, 1];
const deviations = 5;
/** N above the weight, and share of the mean, that a baseline may have. */
const [mostPretension, mostUnrest] = [100, 0.025];
/** s of the window of the largest rate, and of the mean that ends a pull when it falls by a share. */
const [rateSeconds, endSeconds, endShare] = [0.02, 0.1, 0.05];
const atMs = [50, 100, 150, 200, 250] as const;
const overMs = [30, 50, 90, 100, 150, 200, 250] as const;

type ForceAt = `force${(typeof atMs)[number]}`;
type RateOver = `rfd${(typeof overMs)[number]}`;
type ImpulseOver = `impulse${(typeof atMs)[number]}`;
const forceAt = (ms: number): Output =>
  output(
    [`Force à ${ms} ms`, `Force at ${ms} ms`],
    ...(['N', 0] as const),
    [`${ms} ms après le début`, `${ms} ms after the onset`],
    [`Force ${ms} ms après le début.`, `Force ${ms} ms after the onset.`],
    comfort,
    { better: 'higher' },
  );
const rateOver = (ms: number): Output =>
  output(
    [`Montée de force 0–${ms} ms`, `Rate of force development 0–${ms} ms`],
    ...(['N/s', 0] as const),
    ['différence des forces ÷ durée', 'difference of forces ÷ time'],
    [`Force gagnée par seconde pendant les ${ms} premières ms.`, `Force gained a second over the first ${ms} ms.`],
    comfort,
    { better: 'higher' },
  );
const impulseOver = (ms: number): Output =>
  output(
    [`Impulsion 0–${ms} ms`, `Impulse 0–${ms} ms`],
    ...(['N·s', 1] as const),
    ['∫(force − ligne de base)', '∫(force − baseline)'],
    [`Impulsion nette des ${ms} premières ms.`, `Net impulse of the first ${ms} ms.`],
    comfort,
    { better: 'higher' },
  );
const named = <K extends string>(prefix: string, all: readonly number[], make: (ms: number) => Output) =>
  Object.fromEntries(all.map((ms) => [`${prefix}${ms}`, make(ms)])) as { readonly [N in K]: Output };

/** Isometric pull or push on a force plate: mid-thigh pull, squat. */
export const isometric = defineAnalysis({
  id: 'isometric',
  version: 1,
  name: { fr: 'Force isométrique', en: 'Isometric force' },
  about: {
    fr: 'Force maximale et montée de force d’une traction ou d’une poussée sans mouvement.',
    en: 'Peak force and rate of force development of a pull or push without movement.',
  },
  serves: { scenarios: ['IsometrieScenario'], sports: [], exercises: /isometri|imtp|mid.?thigh/ },
  rows: 'samples',
  inputs: forceRoles,
  parameters: {
    bodyWeight: numberParameter(
      ['Poids de l’athlète', 'Weight of the athlete'],
      ...(['N', null, [100, 3000], 'of the athlete; the baseline is judged by it where it is given'] as const),
    ),
    gravity: plateParameters.gravity,
    onsetAt: jumpEdges.onsetAt,
    endAt: edgeParameter('end', ['Fin, à la main', 'End, by hand']),
  },
  presets: [],
  explained: isometricFormulas,
  outputs: {
    peakForce: output(
      ['Force maximale', 'Peak force'],
      ...(['N', 0] as const),
      ['brute', 'gross'],
      ['La plus grande force, poids compris.', 'The largest force, the weight included.'],
      comfort,
      { better: 'higher' },
    ),
    peakForceNet: output(
      ['Force maximale nette', 'Net peak force'],
      ...(['N', 0] as const),
      ['moins la ligne de base', 'less the baseline'],
      ['La plus grande force au-dessus de la ligne de base.', 'The largest force above the baseline.'],
      comfort,
      { better: 'higher' },
    ),
    peakForceRelative: output(
      ['Force maximale relative', 'Relative peak force'],
      ...(['N/kg', 1] as const),
      ['brute ÷ masse indiquée', 'gross ÷ mass that is given'],
      ['Force maximale par kilogramme.', 'Peak force per kilogram.'],
      comfort,
      { better: 'higher' },
    ),
    timeToPeak: output(
      ['Temps jusqu’au maximum', 'Time to peak force'],
      ...(['s', 3] as const),
      ['début → maximum', 'onset → peak'],
      ['Du début à la plus grande force.', 'From the onset to the largest force.'],
      comfort,
    ),
    baseline: output(
      ['Ligne de base', 'Baseline'],
      ...(['N', 1] as const),
      ['seconde la plus calme avant l’effort', 'stillest second before the effort'],
      ['Force avant l’effort.', 'Force before the effort.'],
      comfort,
    ),
    rfdMax: output(
      ['Montée de force maximale', 'Peak rate of force development'],
      ...(['N/s', 0] as const),
      ['fenêtre glissante de 20 ms', 'sliding window of 20 ms'],
      ['La plus rapide montée de force sur 20 ms.', 'The fastest rise of force over 20 ms.'],
      comfort,
      { better: 'higher' },
    ),
    ...named<ForceAt>('force', atMs, forceAt),
    ...named<RateOver>('rfd', overMs, rateOver),
    ...named<ImpulseOver>('impulse', atMs, impulseOver),
    asymmetry: output(
      ['Asymétrie au maximum', 'Asymmetry at the peak'],
      ...(['%', 1] as const),
      ['100·(D − G) ÷ max', '100·(R − L) ÷ max'],
      ['Positive, la droite tire plus ; négative, la gauche.', 'Positive, the right pulls more; negative, the left.'],
      'Bishop 2018',
    ),
  },
  find(columns, { bodyWeight, gravity, onsetAt, endAt }) {
    const plate = wholeForce(columns);
    if (isRefused(plate)) return plate;
    const { timesSeconds: times, total, rateHz, left, right } = plate;
    const pull = findPull(plate, onsetAt, endAt);
    if ('refused' in pull) return pull;
    const { baseline, deviation, onset, end } = pull;
    const gap = total.subarray(onset, end).filter((force) => !Number.isFinite(force)).length;
    if (gap > 0) return { refused: 'samplesMissing', numbers: { missing: gap } };
    const dip = total.subarray(pull.from, onset).reduce((least, one) => Math.min(least, one), baseline);
    if (dip < baseline - deviations * Math.max(deviation, 0.01 * baseline)) {
      return { refused: 'counterMovement', numbers: { newtons: baseline - dip } };
    }
    const peak = extremeOf(total, onset, end, 1);
    const reached = (ms: number) => onset + Math.round((ms / 1000) * rateHz);
    const notReached = { reason: 'notReached' } as const;
    const net = integrateSamples(
      times,
      total.map((force) => force - baseline),
      { from: onset, to: end },
    );
    const fields = <K extends string>(prefix: string, all: readonly number[], of: (at: number, ms: number) => number) =>
      Object.fromEntries(all.map((ms) => [`${prefix}${ms}`, reached(ms) < end ? of(reached(ms), ms) : notReached])) as {
        readonly [N in K]: number | typeof notReached;
      };
    return {
      values: {
        peakForce: total[peak]!,
        peakForceNet: total[peak]! - baseline,
        peakForceRelative:
          bodyWeight === null
            ? { reason: 'notGiven', parameters: ['bodyWeight'] }
            : total[peak]! / (bodyWeight / gravity),
        timeToPeak: times[peak]! - times[onset]!,
        baseline,
        rfdMax: steepest(total, onset, end, Math.max(1, Math.round(rateSeconds * rateHz)), rateHz),
        ...fields<ForceAt>('force', atMs, (at) => total[at]!),
        ...fields<RateOver>('rfd', overMs, (at, ms) => (total[at]! - total[onset]!) / (ms / 1000)),
        ...fields<ImpulseOver>('impulse', atMs, (at) => net[at - onset]!),
        asymmetry: left && right ? asymmetryPercent(left[peak]!, right[peak]!) : { reason: 'sideMissing' },
      },
      phases: [
        { name: 'weighing', from: times[pull.from]!, to: times[pull.to]! },
        { name: 'effort', from: times[onset]!, to: times[end - 1]! },
      ],
      events: [
        { name: 'onset', at: times[onset]! },
        { name: 'peak', at: times[peak]! },
        { name: 'end', at: times[end - 1]! },
      ],
      figures: sidesMirrored(plate, onset, end),
      warnings: doubts(baseline, deviation, bodyWeight),
    };
  },
});

function doubts(baseline: number, deviation: number, bodyWeight: number | null): Notice[] {
  const above = bodyWeight === null ? 0 : baseline - bodyWeight;
  const percent = (100 * deviation) / baseline;
  return [
    ...(above > mostPretension ? [{ code: 'pretension', numbers: { newtons: above } } as const] : []),
    ...(percent > 100 * mostUnrest ? [{ code: 'baselineMoves', numbers: { percent } } as const] : []),
  ];
}

interface Pull {
  /** Samples [from, to) of the baseline. */
  readonly from: number;
  readonly to: number;
  readonly baseline: number;
  readonly deviation: number;
  readonly onset: number;
  readonly end: number;
}

/** The largest effort: the baseline before it, its onset from half of the net peak backward, its end. */
function findPull(
  { timesSeconds, total, rateHz }: PlateForce,
  onsetAt: number | null,
  endAt: number | null,
): Pull | ReturnType<typeof noEffort> {
  const peak = extremeOf(total, 0, total.length, 1);
  const rest = total.subarray(0, peak).findLastIndex((force) => force < total[peak]! / 2);
  const before = onsetAt === null ? (rest < 0 ? peak : rest) : sampleAt(timesSeconds, onsetAt);
  const samples = Math.round(baselineSeconds * rateHz);
  const from = Math.max(0, before - Math.round(searchSeconds * rateHz));
  const window = stillestWindows(total, { from, to: before, samples }, () => true).at(-1);
  if (window === undefined || !(window.mean < total[peak]!)) return noEffort();
  const half = window.mean + (total[peak]! - window.mean) / 2;
  let onset = window.to;
  while (onset < peak && total[onset]! < half) onset++;
  const level = window.mean + deviations * window.deviation;
  while (onset > window.to && total[onset - 1]! > level) onset--;
  if (onsetAt !== null) onset = Math.min(peak, Math.max(window.to, sampleAt(timesSeconds, onsetAt)));
  const end = endAt === null ? endOfPull(total, peak, rateHz) : sampleAt(timesSeconds, endAt) + 1;
  return {
    ...{ from: window.from, to: window.to, baseline: window.mean, deviation: window.deviation, onset },
    // An effort has a sample at least.
    end: Math.max(onset + 1, end),
  };
}

const noEffort = () => ({ refused: 'noEffort', numbers: { seconds: baselineSeconds } }) as const;

/** Where the mean of 0.1 s has fallen by 5 % below the peak. */
function endOfPull(total: Float64Array, peak: number, rateHz: number): number {
  const samples = Math.max(1, Math.round(endSeconds * rateHz));
  let sum = 0;
  for (let i = peak; i < total.length; i++) {
    sum += total[i]!;
    if (i - peak >= samples) sum -= total[i - samples]!;
    if (i - peak >= samples - 1 && sum / samples < (1 - endShare) * total[peak]!) return i + 1;
  }
  return total.length;
}

function steepest(values: Float64Array, from: number, to: number, samples: number, rateHz: number): number {
  let most = 0;
  for (let i = from + samples; i < to; i++) most = Math.max(most, values[i]! - values[i - samples]!);
  return (most / samples) * rateHz;
}
