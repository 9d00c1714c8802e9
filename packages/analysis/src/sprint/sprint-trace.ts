import { fitParameters, lowPassTwice } from '@sillage/signal';
import { defineAnalysis, type Refusal } from '../analysis.ts';
import { edgeParameter, output } from '../describe.ts';
import { axis, curveOf } from '../figures/figure.ts';
import { fitFigures } from '../figures/fit-figures.ts';
import { sampleAt } from '../sample-at.ts';
import { shareExplained } from '../share-explained.ts';
import { forceVelocityOf } from './sprint-figures.ts';
import { sprintTraceFormulas } from './sprint-formulas.ts';
import { answerOfModel, errorOfFit, runnerParameters, sprintOutputs } from './sprint-outputs.ts';

/** m/s below which nobody runs yet, s that such a stand lasts, samples of a fit. */
const [standing, standingSeconds, leastSamples] = [0.3, 0.3, 20];
/** Hz of the speed in which the maximum is looked for. */
const smoothHz = 1;
const [leastSpeed, leastExplained] = [3, 0.95];

/** A sprint whose speed was measured all along: radar, laser, a device. */
export const sprintTrace = defineAnalysis({
  id: 'sprintTrace',
  version: 2,
  name: { fr: 'Sprint, par la vitesse', en: 'Sprint, by its speed' },
  about: {
    fr: 'Vitesse et accélération maximales, temps et profil force–vitesse d’un sprint du départ à sa vitesse maximale.',
    en: 'Maximal speed and acceleration, times and force–velocity profile of a sprint from its start to its top speed.',
  },
  serves: { scenarios: ['VitesseScenario'], sports: [], exercises: /sprint|vitesse/ },
  rows: 'samples',
  inputs: {
    speed: {
      name: { fr: 'vitesse', en: 'speed' },
      unit: 'm/s',
      spelled: /^(speed|velocity|vitesse|v|gps_speed)$/,
    },
  },
  parameters: {
    ...runnerParameters,
    onsetAt: edgeParameter('onset', ['Début, à la main', 'Onset, by hand']),
    endAt: edgeParameter('end', ['Fin, à la main', 'End, by hand']),
  },
  presets: [
    { name: 'samozino2016', source: 'Samozino 2016', values: { profile: 'line' } },
    { name: 'samozino2022', source: 'Samozino 2022', values: { profile: 'polynomial' } },
  ],
  explained: sprintTraceFormulas,
  outputs: {
    ...sprintOutputs,
    rmse: errorOfFit('m/s'),
    timeCorrection: output(
      ['Décalage du départ (TC)', 'Time correction (TC)'],
      ...(['s', 3] as const),
      ['ajusté avec la vitesse', 'fitted with the speed'],
      [
        'De combien le départ du modèle suit le début de la fenêtre.',
        'How far the start of the model follows the first sample.',
      ],
      'Jovanović 2023',
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
  find({ speed }, asked) {
    const run = accelerating(speed.timesSeconds, speed.values, asked);
    if (!('times' in run)) return run;
    const { times, speeds, start } = run;
    const fitted = fitParameters([8, 1.1, 0], times.length, ([top = 0, tau = 1, from = 0], out) => {
      for (let i = 0; i < out.length; i++) out[i] = top * (1 - Math.exp(-(times[i]! - from) / tau)) - speeds[i]!;
    });
    const [topSpeed, tau, timeCorrection] = fitted?.parameters ?? [];
    if (fitted === undefined || topSpeed === undefined || tau === undefined || timeCorrection === undefined) {
      return { refused: 'noFit', numbers: {} };
    }
    if (!(topSpeed > 0 && topSpeed < 20 && tau > 0.05 && tau < 10)) return { refused: 'noFit', numbers: {} };
    const rSquared = shareExplained(speeds, fitted.sumOfSquares);
    const seen = curveOf({ fr: '', en: '' }, times, speeds);
    return {
      values: {
        ...answerOfModel({ topSpeed, tau }, asked),
        rSquared,
        rmse: Math.sqrt(fitted.sumOfSquares / speeds.length),
        timeCorrection,
        topSpeedMeasured: speeds.reduce((most, one) => Math.max(most, one), 0),
      },
      figures: [
        ...fitFigures({
          ...{ id: 'speed', name: { fr: 'Vitesse du sprint', en: 'Speed of the sprint' } },
          ...{ x: axis('Temps', 'Time', 's'), y: axis('Vitesse', 'Speed', 'm/s') },
          measured: { x: seen.x, y: seen.y.map((one) => one ?? Number.NaN) },
          model: (seconds) => topSpeed * (1 - Math.exp(-(seconds - timeCorrection) / tau)),
        }),
        ...forceVelocityOf({ topSpeed, tau }, asked),
      ],
      phases: [{ name: 'acceleration', from: start, to: start + times.at(-1)! }],
      events: [
        { name: 'onset', at: start },
        { name: 'start', at: start + timeCorrection },
        { name: 'end', at: start + times.at(-1)! },
      ],
      warnings:
        rSquared < leastExplained
          ? [{ code: 'poorFit', numbers: { percent: 100 * rSquared, least: 100 * leastExplained } }]
          : [],
    };
  },
});

interface Acceleration {
  /** s of the window. */
  readonly start: number;
  readonly times: Float64Array;
  readonly speeds: Float64Array;
}

/** The samples from the end of the last stand to the highest speed, unless somebody says; times from the first of them. */
function accelerating(
  timesSeconds: Float64Array,
  values: Float64Array,
  { onsetAt, endAt }: { readonly onsetAt: number | null; readonly endAt: number | null },
): Acceleration | Refusal {
  const tooShort = (samples: number) => ({ refused: 'tooShort', numbers: { samples, least: leastSamples } }) as const;
  const known: number[] = [];
  for (let i = 0; i < values.length; i++) if (Number.isFinite(values[i])) known.push(i);
  const [times, speeds] = [known.map((i) => timesSeconds[i]!), known.map((i) => values[i]!)];
  const rateHz = (times.length - 1) / ((times.at(-1) ?? 0) - (times[0] ?? 0));
  if (!(rateHz > 0) || times.length < leastSamples) return tooShort(times.length);
  const smooth = lowPassTwice(Float64Array.from(speeds), rateHz, Math.min(smoothHz, rateHz / 4));
  const top = smooth.reduce((best, one, i) => (one > smooth[best]! ? i : best), 0);
  if (!(smooth[top]! >= leastSpeed)) return { refused: 'noSprint', numbers: { least: leastSpeed } };
  let [from, stood] = [0, 0];
  for (let i = 0; i < top; i++) {
    stood = speeds[i]! < standing ? stood + 1 : 0;
    if (stood >= standingSeconds * rateHz) from = i + 1;
  }
  const seconds = Float64Array.from(times);
  if (onsetAt !== null) from = sampleAt(seconds, onsetAt);
  const length = (endAt === null ? top : sampleAt(seconds, endAt)) + 1 - from;
  if (length < leastSamples) return tooShort(Math.max(0, length));
  const start = times[from]!;
  return {
    start,
    times: Float64Array.from({ length }, (_, i) => times[from + i]! - start),
    speeds: Float64Array.from({ length }, (_, i) => speeds[from + i]!),
  };
}
