import { defineAnalysis, isRefused, type Phase } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { sampleAt } from '../sample-at.ts';
import type { Notice } from '../sentences.ts';
import { followCentreOfMass } from './centre-of-mass.ts';
import { findJump } from './find-jump.ts';
import { extremeOf, leastShare } from './find-onset.ts';
import { jumpFigures } from './jump-figures.ts';
import { sjFormulas } from './jump-formulas.ts';
import { jumpOutputs } from './jump-outputs.ts';
import { jumpEdges, plateParameters } from './plate-parameters.ts';
import { measureSides, sideOutputs } from './side-outputs.ts';
import type { Weighing } from './weigh.ts';
import { forceRoles, type PlateForce, wholeForce } from './whole-force.ts';

/** s before take-off in which the push lies. */
const searchSeconds = 1.5;
/** Of the weight, and s: what goes further down for longer before the push is a countermovement (sheet 1.4). */
const dip = { share: 0.05, seconds: 0.05 };
const mostDifference = 0.05;

/** Squat jump on a force plate. */
export const sj = defineAnalysis({
  id: 'sj',
  version: 1,
  name: { fr: 'Saut sans élan (SJ)', en: 'Squat jump (SJ)' },
  about: {
    fr: 'Hauteur et puissance d’un saut depuis la position fléchie, sans contre-mouvement.',
    en: 'Height and power of a jump from the squat, without a countermovement.',
  },
  serves: { scenarios: ['SJEntraineurScenario'], sports: [], exercises: /\bsj\b|squat ?-?jump/ },
  rows: 'samples',
  inputs: forceRoles,
  parameters: {
    ...plateParameters,
    onsetDeviations: numberParameter(
      ['Écarts-types du début', 'Deviations of the onset'],
      ...(['SD', 5, [1, 20], 'McMahon 2018: 5'] as const),
    ),
    ...jumpEdges,
  },
  presets: [],
  explained: sjFormulas,
  outputs: {
    ...jumpOutputs,
    heightSquat: output(
      ['Hauteur depuis la position fléchie', 'Height from the squat'],
      ...(['m', 3] as const),
      ['impulsion, et déplacement jusqu’au décollage', 'impulse, and the displacement until take-off'],
      [
        'De combien le centre de gravité monte depuis la position fléchie.',
        'How far the centre of mass rises from the squat.',
      ],
      'Moir 2008',
      { better: 'higher', frame: 'squat' },
    ),
    impulse: output(
      ['Impulsion nette', 'Net impulse'],
      ...(['N·s', 1] as const),
      ['masse × vitesse au décollage', 'mass × take-off velocity'],
      ['Ce qui donne la vitesse au décollage.', 'What gives the take-off velocity.'],
      'Linthorne 2001',
      { better: 'higher' },
    ),
    ...sideOutputs,
  },
  find(columns, asked) {
    const recorded = wholeForce(columns);
    if (isRefused(recorded)) return recorded;
    const jump = findJump(recorded, asked);
    if (isRefused(jump)) return jump;
    const { plate, weighing, flight, mass } = jump;
    const times = plate.timesSeconds;
    const takeOff = times[flight.takeOff]!;
    const slack = Math.max(asked.onsetDeviations * weighing.deviation, leastShare * weighing.weight);
    const onset =
      asked.onsetAt === null
        ? pushFrom(plate, weighing.weight + slack, flight.takeOff)
        : sampleAt(times, asked.onsetAt);
    if (onset >= flight.takeOff - 1) return { refused: 'noMovement', numbers: { takeOff } };
    const body = followCentreOfMass(plate, { weight: weighing.weight, mass }, onset, flight.takeOff);
    if (isRefused(body)) return body;
    const velocityTakeOff = body.velocity.at(-1)!;
    const heightImpulse = velocityTakeOff ** 2 / (2 * asked.gravity);
    const flightTime = flight.landing === undefined ? undefined : times[flight.landing]! - takeOff;
    const heightFlight = flightTime === undefined ? undefined : (asked.gravity * flightTime ** 2) / 8;
    const noLanding = { reason: 'noLandingRecorded' } as const;
    const phase = (name: string, from: number, to: number): Phase => ({ name, from: times[from]!, to: times[to]! });
    const landing = flight.landing;
    return {
      values: {
        heightImpulse,
        heightFlight: heightFlight ?? noLanding,
        heightSquat: heightImpulse + body.height.at(-1)!,
        flightTime: flightTime ?? noLanding,
        weight: weighing.weight,
        mass,
        velocityTakeOff,
        peakForce: plate.total[extremeOf(plate.total, onset, flight.takeOff, 1)]!,
        peakPower: body.power[extremeOf(body.power, 0, body.power.length, 1)]!,
        meanPower: body.power.reduce((sum, one) => sum + one, 0) / body.power.length,
        propulsionTime: takeOff - times[onset]!,
        impulse: mass * velocityTakeOff,
        ...measureSides(plate, weighing, { from: onset, to: flight.takeOff }),
      },
      phases: [
        phase('weighing', weighing.from, weighing.to),
        phase('propulsion', onset, flight.takeOff),
        ...(landing === undefined ? [] : [phase('flight', flight.takeOff, landing)]),
      ],
      events: [
        { name: 'onset', at: times[onset]! },
        { name: 'takeOff', at: takeOff },
        ...(landing === undefined ? [] : [{ name: 'landing', at: times[landing]! }]),
      ],
      figures: jumpFigures(plate, body, flight.takeOff),
      warnings: [
        ...jump.warnings,
        ...dipBefore(plate, weighing, onset, slack),
        ...(heightFlight !== undefined && Math.abs(heightImpulse - heightFlight) > mostDifference
          ? [{ code: 'heightsDiffer', numbers: { metres: Math.abs(heightImpulse - heightFlight) } } as const]
          : []),
      ],
    };
  },
});

/** From the peak before take-off back to the last sample that is no push yet; the sample after it. */
function pushFrom({ total, rateHz }: PlateForce, level: number, takeOff: number): number {
  const earliest = Math.max(0, takeOff - Math.round(searchSeconds * rateHz));
  let at = extremeOf(total, earliest, takeOff, 1);
  while (at > earliest && total[at - 1]! > level) at--;
  return at;
}

/** A countermovement between the weighing and the push, with the force that it took away. */
function dipBefore({ total, rateHz }: PlateForce, { weight, to }: Weighing, onset: number, slack: number): Notice[] {
  const level = weight - Math.max(slack, dip.share * weight);
  const from = Math.max(to, onset - Math.round(searchSeconds * rateHz));
  let [run, longest, least] = [0, 0, weight];
  for (let i = from; i < onset; i++) {
    run = total[i]! < level ? run + 1 : 0;
    longest = Math.max(longest, run);
    least = Math.min(least, total[i]!);
  }
  return longest > dip.seconds * rateHz ? [{ code: 'counterMovement', numbers: { newtons: weight - least } }] : [];
}
