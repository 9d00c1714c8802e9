import { lowPassTwice, meanAndDeviation } from '@sillage/signal';
import { defineAnalysis, isRefused } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { type Contact, findContacts } from './find-contacts.ts';
import { runningFormulas } from './plate-formulas.ts';
import { forceRoles, wholeForce } from './whole-force.ts';

/** s that a stance may last. */
const [shortest, longest] = [0.08, 0.6];
const leastContacts = 3;
const alcantara = 'Alcantara 2019';

/** Contacts of running on a treadmill whose force may drift. */
export const runningContacts = defineAnalysis({
  id: 'runningContacts',
  version: 1,
  name: { fr: 'Appuis de course', en: 'Running contacts' },
  about: {
    fr: 'Temps d’appui et de vol d’une course sur tapis, la dérive de la force corrigée à chaque vol.',
    en: 'Contact and flight times of running on a treadmill, the drift of the force taken off at each flight.',
  },
  serves: { scenarios: [], sports: [], exercises: /course|running|treadmill|tapis roulant/ },
  rows: 'samples',
  inputs: forceRoles,
  parameters: {
    filter: numberParameter(
      ['Filtre passe-bas', 'Low-pass filter'],
      ...(['Hz', 50, [5, 1000], 'Alcantara 2019: 50 Hz, Butterworth, zero lag'] as const),
    ),
    roughThreshold: numberParameter(
      ['Seuil avant correction', 'Threshold before the correction'],
      ...(['N', 140, [20, 1000], 'Alcantara 2019: above the drift'] as const),
    ),
    threshold: numberParameter(
      ['Seuil d’appui', 'Contact threshold'],
      ...(['N', 25, [5, 200], 'Alcantara 2019: 25 N above the flight'] as const),
    ),
  },
  presets: [],
  explained: runningFormulas,
  outputs: {
    contacts: output(
      ['Appuis', 'Contacts'],
      ...(['1', 0] as const),
      ['force au-dessus du seuil, par rapport au vol voisin', 'force above the threshold, from the flight beside it'],
      ['Appuis entiers de l’enregistrement.', 'Whole contacts of the recording.'],
      alcantara,
    ),
    contactTime: output(
      ['Temps d’appui', 'Contact time'],
      ...(['s', 3] as const),
      ['moyenne des appuis', 'mean of the contacts'],
      ['Temps moyen au sol.', 'Mean time on the ground.'],
      alcantara,
      { better: 'lower' },
    ),
    contactTimeDeviation: output(
      ['Régularité des appuis', 'Evenness of the contacts'],
      ...(['s', 3] as const),
      ['écart-type des appuis', 'standard deviation of the contacts'],
      ['De combien le temps d’appui varie.', 'How much the contact time varies.'],
      alcantara,
    ),
    flightTime: output(
      ['Temps de vol', 'Flight time'],
      ...(['s', 3] as const),
      ['moyenne des vols', 'mean of the flights'],
      ['Temps moyen en l’air.', 'Mean time in the air.'],
      alcantara,
    ),
    cadence: output(
      ['Cadence', 'Cadence'],
      ...(['1/min', 1] as const),
      ['appuis par minute', 'contacts a minute'],
      ['Pas par minute.', 'Steps a minute.'],
      alcantara,
    ),
    drift: output(
      ['Dérive à la fin', 'Drift at the end'],
      ...(['N', 1] as const),
      ['force du dernier vol', 'force of the last flight'],
      ['Ce que la plateforme montre sans charge à la fin.', 'What the plate shows without a load at the end.'],
      alcantara,
    ),
  },
  find(columns, { filter, roughThreshold, threshold }) {
    const plate = wholeForce(columns);
    if (isRefused(plate)) return plate;
    const { timesSeconds: times, total, rateHz } = plate;
    const force = lowPassTwice(total, rateHz, filter);
    const rough = findContacts(force, rateHz, roughThreshold).filter(lasts(rateHz));
    const levels = flightLevels(force, rough);
    if (levels.length < leastContacts) {
      return { refused: 'tooFewContacts', numbers: { count: rough.length, least: leastContacts + 1 } };
    }
    const stances = findContacts(withoutDrift(force, levels), rateHz, threshold).filter(lasts(rateHz));
    if (stances.length < leastContacts) {
      return { refused: 'tooFewContacts', numbers: { count: stances.length, least: leastContacts } };
    }
    const contact = meanAndDeviation(stances.map(({ from, to }) => times[to]! - times[from]!));
    const flight = meanAndDeviation(stances.slice(1).map(({ from }, i) => times[from]! - times[stances[i]!.to]!));
    const span = times[stances.at(-1)!.from]! - times[stances[0]!.from]!;
    return {
      values: {
        contacts: stances.length,
        contactTime: contact.mean,
        contactTimeDeviation: contact.deviation,
        flightTime: flight.mean,
        cadence: (60 * (stances.length - 1)) / span,
        drift: levels.at(-1)!.force,
      },
      phases: stances.slice(0, 500).map(({ from, to }) => ({ name: 'contact', from: times[from]!, to: times[to]! })),
    };
  },
});

const lasts =
  (rateHz: number) =>
  ({ from, to }: Contact) =>
    to - from >= shortest * rateHz && to - from <= longest * rateHz;

interface Level {
  readonly at: number;
  readonly force: number;
}

/** The middle of each flight, and the mean force of its middle third. */
function flightLevels(force: Float64Array, contacts: readonly Contact[]): Level[] {
  return contacts.slice(1).map(({ from }, i) => {
    const start = contacts[i]!.to;
    const third = Math.max(1, Math.floor((from - start) / 3));
    return { at: (start + from) / 2, force: meanAndDeviation(force.subarray(start + third, from - third)).mean };
  });
}

/** Linear between the flights, as the nearest one before the first and after the last. */
function withoutDrift(force: Float64Array, levels: readonly Level[]): Float64Array {
  let next = 0;
  return force.map((value, i) => {
    while (next < levels.length && levels[next]!.at < i) next++;
    const [before, after] = [levels[next - 1], levels[next]];
    if (before === undefined) return value - (after?.force ?? 0);
    if (after === undefined) return value - before.force;
    return value - before.force - ((after.force - before.force) * (i - before.at)) / (after.at - before.at);
  });
}
