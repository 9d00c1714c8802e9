import { fitParameters } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { axis } from '../figures/figure.ts';
import { fitFigures } from '../figures/fit-figures.ts';
import { shareExplained } from '../share-explained.ts';
import { forceVelocityOf } from './sprint-figures.ts';
import { sprintSplitsFormulas } from './sprint-formulas.ts';
import { timeAt } from './sprint-model.ts';
import { answerOfModel, errorOfFit, runnerParameters, sprintOutputs } from './sprint-outputs.ts';

const leastGates = 4;

/** A sprint through timing gates. */
export const sprintSplits = defineAnalysis({
  id: 'sprintSplits',
  version: 2,
  name: { fr: 'Sprint, par les temps de passage', en: 'Sprint, by split times' },
  about: {
    fr: 'Vitesse et accélération maximales et profil force–vitesse d’un sprint entre cellules.',
    en: 'Maximal speed, maximal acceleration and force–velocity profile of a sprint through gates.',
  },
  serves: { scenarios: ['VitesseScenario'], sports: [] },
  rows: 'table',
  inputs: {
    distance: { name: { fr: 'distance', en: 'distance' }, unit: 'm', spelled: /^dist(ance)?$/ },
    time: { name: { fr: 'temps', en: 'time' }, unit: 's', spelled: /^(t|time|temps|split)$/ },
  },
  parameters: {
    ...runnerParameters,
    correction: {
      name: { fr: 'Correction du départ', en: 'Correction of the start' },
      unit: '',
      default: 'none',
      choices: ['none', 'fixed', 'estimated', 'flying'],
      source: 'none: time at the gates; fixed: + 0.3 to 0.5 s; estimated: TC; flying: flying distance (Jovanović 2023)',
    },
    fixedSeconds: numberParameter(
      ['Correction fixe', 'Fixed correction'],
      ...(['s', 0.3, [0, 1], 'Jovanović 2023: 0.3 to 0.5 s'] as const),
    ),
  },
  presets: [],
  explained: sprintSplitsFormulas,
  outputs: {
    ...sprintOutputs,
    rmse: errorOfFit('s'),
    timeCorrection: output(
      ['Correction du temps (TC)', 'Time correction (TC)'],
      ...(['s', 3] as const),
      ['estimée avec le modèle, ou fixe', 'estimated with the model, or fixed'],
      [
        'De combien la première cellule part après l’athlète.',
        'How much later than the athlete the first gate starts.',
      ],
      'Jovanović 2023',
    ),
    flyingDistance: output(
      ['Distance lancée (FD)', 'Flying distance (FD)'],
      ...(['m', 3] as const),
      ['estimée avec le modèle', 'estimated with the model'],
      ['Chemin parcouru avant la première cellule.', 'Way before the first gate.'],
      'Jovanović 2023',
    ),
  },
  find({ distance, time }, asked) {
    const gates = Array.from(distance.values, (metres, i) => ({
      metres,
      seconds: time.values[i] ?? Number.NaN,
    })).filter(({ metres, seconds }) => metres > 0 && seconds > 0 && metres < 1000 && seconds < 1000);
    if (gates.length < leastGates)
      return { refused: 'tooFewEfforts', numbers: { count: gates.length, least: leastGates } };
    const predict = models[asked.correction];
    const shift = asked.correction === 'fixed' ? asked.fixedSeconds : 0;
    const start = [8, 0.8, ...(asked.correction === 'estimated' ? [-0.2] : asked.correction === 'flying' ? [0.3] : [])];
    const fitted = fitParameters(start, gates.length, (parameters, out) => {
      gates.forEach(({ metres, seconds }, i) => {
        out[i] = predict(parameters, metres) - seconds - shift;
      });
    });
    const [topSpeed, tau, third] = fitted?.parameters ?? [];
    if (
      fitted === undefined ||
      topSpeed === undefined ||
      tau === undefined ||
      !(topSpeed > 0 && topSpeed < 20 && tau > 0)
    ) {
      return { refused: 'noFit', numbers: {} };
    }
    const otherCorrection = { reason: 'otherCorrection' } as const;
    const seconds = gates.map((gate) => gate.seconds);
    return {
      values: {
        ...answerOfModel({ topSpeed, tau }, asked),
        rSquared: shareExplained(seconds, fitted.sumOfSquares),
        rmse: Math.sqrt(fitted.sumOfSquares / gates.length),
        timeCorrection:
          asked.correction === 'fixed'
            ? -shift
            : asked.correction === 'estimated' && third !== undefined
              ? third
              : otherCorrection,
        flyingDistance: asked.correction === 'flying' && third !== undefined ? third : otherCorrection,
      },
      figures: [
        ...fitFigures({
          ...{ id: 'splits', name: { fr: 'Temps aux cellules', en: 'Times at the gates' } },
          ...{ x: axis('Distance', 'Distance', 'm'), y: axis('Temps', 'Time', 's') },
          measured: { x: gates.map(({ metres }) => metres), y: seconds },
          model: (metres) => predict(fitted.parameters, metres) - shift,
        }),
        ...forceVelocityOf({ topSpeed, tau }, asked),
      ],
    };
  },
});

type Predict = (parameters: readonly number[], metres: number) => number;
const plain: Predict = ([topSpeed = 0, tau = 0], metres) =>
  topSpeed > 0 && tau > 0 ? timeAt({ topSpeed, tau }, metres) : Number.NaN;
const models: Readonly<Record<'none' | 'fixed' | 'estimated' | 'flying', Predict>> = {
  none: plain,
  fixed: plain,
  estimated: (parameters, metres) => plain(parameters, metres) + (parameters[2] ?? 0),
  flying: (parameters, metres) => {
    const before = Math.max(0, parameters[2] ?? 0);
    return plain(parameters, metres + before) - plain(parameters, before);
  },
};
