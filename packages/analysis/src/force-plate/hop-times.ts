import { defineAnalysis } from '../analysis.ts';
import { numberParameter } from '../describe.ts';
import { hopOutputs } from './hop-outputs.ts';
import { measureHops, stiffnessOfHops } from './measure-hops.ts';
import { hopTimesFormulas } from './plate-formulas.ts';
import { plateParameters } from './plate-parameters.ts';

/** Hops by their times, as mats and light barriers give them. */
export const hopTimes = defineAnalysis({
  id: 'hopTimes',
  version: 1,
  name: { fr: 'Sauts répétés, par leurs temps', en: 'Repeated hops, by their times' },
  about: {
    fr: 'Réactivité et raideur d’après les temps de contact et de vol d’un tapis ou de barrières.',
    en: 'Reactivity and stiffness by contact and flight times of a mat or light barriers.',
  },
  serves: { scenarios: [], sports: [] },
  rows: 'table',
  inputs: {
    contact: { name: { fr: 'temps de contact', en: 'contact time' }, unit: 's', spelled: /^(t_?c|contact(_time)?)$/ },
    flight: { name: { fr: 'temps de vol', en: 'flight time' }, unit: 's', spelled: /^(t_?f|flight(_time)?|vol)$/ },
  },
  parameters: {
    gravity: plateParameters.gravity,
    bodyMass: numberParameter(
      ['Masse de l’athlète', 'Mass of the athlete'],
      ...(['kg', null, [20, 250], 'of the athlete'] as const),
    ),
  },
  presets: [],
  explained: hopTimesFormulas,
  outputs: hopOutputs,
  find({ contact, flight }, { gravity, bodyMass }) {
    const hops = Array.from(contact.values, (seconds, i) => ({
      contact: seconds,
      flight: flight.values[i] ?? Number.NaN,
    }));
    const valid = hops.filter((one) => one.contact > 0 && one.flight > 0 && one.contact < 10 && one.flight < 10);
    if (valid.length === 0) return { refused: 'tooFewContacts', numbers: { count: 0, least: 1 } };
    const left = hops.length - valid.length;
    const notGiven = { reason: 'notGiven', parameters: ['bodyMass'] } as const;
    return {
      values: {
        ...measureHops(valid, gravity),
        ...(bodyMass === null
          ? { stiffness: notGiven, peakForce: notGiven }
          : stiffnessOfHops(valid, bodyMass, gravity)),
      },
      warnings: left > 0 ? [{ code: 'rowsLeftOut', numbers: { count: left } }] : [],
    };
  },
});
