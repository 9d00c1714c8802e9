import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { ergocycleFormulas } from './bike-formulas.ts';
import { bikeRoles } from './bike-roles.ts';
import { meanOverTime, turnsOfCadence } from './find-turns.ts';
import { bestMean, secondBySecond } from './second-by-second.ts';
import { fitTorqueCadence, powerOf, torqueCadenceOutputs } from './torque-cadence-line.ts';

const [leastPoints, leastExplained] = [4, 0.9];
/** s of the fatigue index. */
const fatigueSeconds = 5;

/** An all-out sprint on an ergometer: one point a downstroke from the start to the highest cadence. */
export const ergocycle = defineAnalysis({
  id: 'ergocycle',
  version: 1,
  name: { fr: 'Sprint sur ergocycle', en: 'Ergometer sprint' },
  about: {
    fr: 'Couple, cadence et puissance maximales d’un départ arrêté à fond.',
    en: 'Maximal torque, cadence and power of an all-out sprint from standstill.',
  },
  serves: { scenarios: ['ErgocycleCodeScenario'], sports: [], exercises: /ergocycle|wingate|force.?vitesse velo/ },
  rows: 'samples',
  inputs: { torque: bikeRoles.torque, cadence: bikeRoles.cadence },
  parameters: {
    inertia: numberParameter(
      ['Inertie ramenée à la manivelle', 'Inertia at the crank'],
      ...(['kg·m²', 0, [0, 200], 'of the ergometer; 0 where the torque holds it (Driss & Vandewalle 2013)'] as const),
    ),
  },
  presets: [],
  explained: ergocycleFormulas,
  outputs: {
    ...torqueCadenceOutputs,
    powerBest: output(
      ['Meilleure puissance mesurée', 'Best measured power'],
      ...(['W', 0] as const),
      ['meilleure poussée', 'best downstroke'],
      ['La puissance de la meilleure poussée.', 'Power of the best downstroke.'],
      'Dorel 2005',
      { better: 'higher' },
    ),
    cadenceMax: output(
      ['Cadence maximale', 'Highest cadence'],
      ...(['rpm', 0] as const),
      ['moyenne d’une poussée', 'mean of a downstroke'],
      ['La cadence la plus rapide.', 'The fastest cadence.'],
      'Dorel 2005',
      { better: 'higher' },
    ),
    fatigue: output(
      ['Indice de fatigue', 'Fatigue index'],
      ...(['%', 1] as const),
      ['(meilleures 5 s − dernières 5 s) ÷ meilleures 5 s', '(best 5 s − last 5 s) ÷ best 5 s'],
      ['Puissance perdue à la fin.', 'Power lost at the end.'],
      'Wingate',
    ),
  },
  find({ torque, cadence }, { inertia }) {
    const times = torque.timesSeconds;
    const whole = withInertia(times, torque.values, cadence.values, inertia);
    const strokes = turnsOfCadence(times, cadence.values, 0.5).map((turn) => ({
      ...turn,
      rpm: meanOverTime(times, cadence.values, turn),
      newtonMetres: meanOverTime(times, whole, turn),
    }));
    const fastest = strokes.reduce((best, one, i) => (one.rpm > (strokes[best]?.rpm ?? 0) ? i : best), 0);
    // The first half turn begins anywhere.
    const points = strokes
      .slice(1, fastest + 1)
      .filter((one) => one.newtonMetres > 0 && Number.isFinite(one.newtonMetres));
    if (points.length < leastPoints)
      return { refused: 'tooFewEfforts', numbers: { count: points.length, least: leastPoints } };
    const fitted = fitTorqueCadence(
      points.map(({ rpm }) => rpm),
      points.map((one) => one.newtonMetres),
    );
    if (fitted === undefined) return { refused: 'noFit', numbers: {} };
    const power = whole.map((newtonMetres, i) => powerOf(newtonMetres, cadence.values[i]!));
    const seconds = secondBySecond({ ...torque, values: power });
    const [best, last] = [seconds && bestMean(seconds, fatigueSeconds), seconds && lastMean(seconds, fatigueSeconds)];
    return {
      values: {
        ...fitted.values,
        powerBest: strokes.reduce((most, one) => Math.max(most, powerOf(one.newtonMetres, one.rpm) || 0), 0),
        cadenceMax: strokes[fastest]?.rpm ?? { reason: 'notReached' },
        fatigue:
          best && last !== undefined && seconds && seconds.length >= 2 * fatigueSeconds
            ? (100 * (best - last)) / best
            : { reason: 'notReached' },
      },
      phases: [{ name: 'acceleration', from: times[points[0]!.from]!, to: times[points.at(-1)!.to]! }],
      figures: fitted.figures,
      warnings:
        fitted.values.rSquared < leastExplained
          ? [{ code: 'poorFit', numbers: { percent: 100 * fitted.values.rSquared, least: 100 * leastExplained } }]
          : [],
    };
  },
});

/** T = T_brake + I·α, α by central differences. */
function withInertia(
  times: Float64Array,
  torque: Float64Array,
  cadenceRpm: Float64Array,
  inertia: number,
): Float64Array {
  if (inertia === 0) return torque;
  return torque.map((one, i) => {
    const [before, after] = [Math.max(0, i - 1), Math.min(torque.length - 1, i + 1)];
    const faster = ((cadenceRpm[after]! - cadenceRpm[before]!) * 2 * Math.PI) / 60;
    return one + (inertia * faster) / (times[after]! - times[before]!);
  });
}

const lastMean = (seconds: Float64Array, count: number) =>
  seconds.subarray(-count).reduce((sum, one) => sum + one, 0) / count;
