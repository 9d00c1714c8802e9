import { defineAnalysis, isRefused } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { type Contact, findContacts } from './find-contacts.ts';
import { extremeOf } from './find-onset.ts';
import { hopOutputs } from './hop-outputs.ts';
import { measureHops, stiffnessOfHops } from './measure-hops.ts';
import { hopFormulas } from './plate-formulas.ts';
import { plateParameters } from './plate-parameters.ts';
import { forceRoles, type PlateForce, wholeForce } from './whole-force.ts';

/** s: a flight between hops, and a contact; what is longer is a stop. */
const [leastFlight, longestContact, longestFlight] = [0.05, 0.6, 1.2];
const leastHops = 3;

/** Hops on the spot on a force plate; the 10/5 test. */
export const hop = defineAnalysis({
  id: 'hop',
  version: 1,
  name: { fr: 'Sauts répétés (10/5)', en: 'Repeated hops (10/5)' },
  about: {
    fr: 'Contacts, hauteurs, réactivité et raideur de sauts répétés sur place.',
    en: 'Contacts, heights, reactivity and stiffness of repeated hops on the spot.',
  },
  serves: { scenarios: ['HopEntraineurScenario'], sports: [], exercises: /\bhops?\b|10[/-]5|sauts repetes/ },
  rows: 'samples',
  inputs: forceRoles,
  parameters: {
    gravity: plateParameters.gravity,
    flightThreshold: plateParameters.flightThreshold,
    bodyMass: numberParameter(
      ['Masse de l’athlète', 'Mass of the athlete'],
      ...(['kg', null, [20, 250], 'of the athlete; the mean force of whole hops unless given'] as const),
    ),
  },
  presets: [],
  explained: hopFormulas,
  outputs: {
    ...hopOutputs,
    stiffnessForce: output(
      ['Raideur verticale (force)', 'Vertical stiffness (force)'],
      ...(['kN/m', 1] as const),
      [
        'force maximale ÷ descente au contact, double intégration',
        'peak force ÷ descent in contact, double integration',
      ],
      ['Force par mètre de descente, d’après la force mesurée.', 'Force per metre of descent, by the measured force.'],
      'Morin 2005',
      { better: 'higher' },
    ),
    mass: output(
      ['Masse', 'Mass'],
      ...(['kg', 1] as const),
      ['force moyenne de sauts entiers ÷ pesanteur, ou indiquée', 'mean force of whole hops ÷ gravity, or given'],
      ['De l’athlète.', 'Of the athlete.'],
      'Linthorne 2001',
    ),
  },
  find(columns, { gravity, flightThreshold, bodyMass }) {
    const plate = wholeForce(columns);
    if (isRefused(plate)) return plate;
    const { timesSeconds: times, total, rateHz } = plate;
    const series = longestSeries(findContacts(total, rateHz, flightThreshold), rateHz);
    // The first is a drop onto the plate or a start, the last one a stop.
    const counted = series.slice(1, -1);
    if (counted.length < leastHops) {
      return { refused: 'tooFewContacts', numbers: { count: series.length, least: leastHops + 2 } };
    }
    const hops = counted.map(({ from, to }, i) => ({
      contact: times[to]! - times[from]!,
      flight: times[series[i + 2]!.from]! - times[to]!,
    }));
    const [start, end] = [series[1]!.from, series.at(-1)!.from];
    const weight = meanOver(total, start, end);
    const mass = bodyMass ?? weight / gravity;
    const force = counted.map((contact, i) =>
      stiffnessOfForce(plate, contact, mass * gravity, mass, hops[i]!.flight, gravity),
    );
    return {
      values: {
        ...measureHops(hops, gravity),
        ...stiffnessOfHops(hops, mass, gravity),
        stiffnessForce: force.reduce((sum, one) => sum + one, 0) / force.length,
        mass,
      },
      phases: counted.slice(0, 200).map(({ from, to }) => ({ name: 'contact', from: times[from]!, to: times[to]! })),
      events: [],
      warnings: [],
    };
  },
});

/** The longest run of contacts with flights between them. */
function longestSeries(contacts: readonly Contact[], rateHz: number): Contact[] {
  let [best, run]: [Contact[], Contact[]] = [[], []];
  for (const contact of contacts) {
    const gap = (contact.from - (run.at(-1)?.to ?? contact.from)) / rateHz;
    const follows = run.length > 0 && gap >= leastFlight && gap <= longestFlight;
    const isHop = (contact.to - contact.from) / rateHz <= longestContact;
    run = follows ? [...run, contact] : [contact];
    if (run.length > best.length) best = run;
    // A stop ends a series: the contact that is one may be its last.
    if (!isHop) run = [contact];
  }
  return best;
}

function meanOver(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum / (to - from);
}

/** kN/m; the contact begins with the speed that its flight gives back. */
function stiffnessOfForce(
  { total, timesSeconds }: PlateForce,
  { from, to }: Contact,
  weight: number,
  mass: number,
  flight: number,
  gravity: number,
): number {
  let [velocity, height, lowest] = [(-gravity * flight) / 2, 0, 0];
  for (let i = from + 1; i < to; i++) {
    const seconds = timesSeconds[i]! - timesSeconds[i - 1]!;
    const next = velocity + (((total[i]! + total[i - 1]!) / 2 - weight) / mass) * seconds;
    height += ((velocity + next) / 2) * seconds;
    velocity = next;
    lowest = Math.min(lowest, height);
  }
  return total[extremeOf(total, from, to, 1)]! / -lowest / 1000;
}
