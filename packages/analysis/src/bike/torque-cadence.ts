import { defineAnalysis } from '../analysis.ts';
import { torqueCadenceFormulas } from './bike-formulas.ts';
import { fitTorqueCadence, torqueCadenceOutputs } from './torque-cadence-line.ts';

const leastPoints = 3;

/** Torque and cadence of several maximal efforts, one row each. */
export const torqueCadence = defineAnalysis({
  id: 'torqueCadence',
  version: 1,
  name: { fr: 'Couple–cadence', en: 'Torque–cadence' },
  about: {
    fr: 'Puissance maximale et cadence optimale d’après plusieurs efforts maximaux.',
    en: 'Maximal power and optimal cadence from several maximal efforts.',
  },
  serves: { scenarios: [], sports: ['velo', 'bmx', 'instrack'] },
  rows: 'table',
  inputs: {
    cadence: { name: { fr: 'cadence', en: 'cadence' }, unit: 'rpm', spelled: /^(c|cad(ence)?)$/ },
    torque: { name: { fr: 'couple', en: 'torque' }, unit: 'N·m', spelled: /^(t|torq(ue)?|couple)$/ },
  },
  parameters: {},
  presets: [],
  explained: torqueCadenceFormulas,
  outputs: torqueCadenceOutputs,
  find({ cadence, torque }) {
    const points = Array.from(cadence.values, (rpm, i) => ({
      rpm,
      newtonMetres: torque.values[i] ?? Number.NaN,
    })).filter(({ rpm, newtonMetres }) => rpm >= 0 && rpm < 500 && newtonMetres > 0 && newtonMetres < 1000);
    if (points.length < leastPoints)
      return { refused: 'tooFewEfforts', numbers: { count: points.length, least: leastPoints } };
    const fitted = fitTorqueCadence(
      points.map(({ rpm }) => rpm),
      points.map(({ newtonMetres }) => newtonMetres),
    );
    return fitted === undefined ? { refused: 'noFit', numbers: {} } : fitted;
  },
});
