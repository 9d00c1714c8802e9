import { defineAnalysis, isRefused, type Phase } from '../analysis.ts';
import { sampleAt } from '../sample-at.ts';
import type { Notice } from '../sentences.ts';
import { type CentreOfMass, followCentreOfMass } from './centre-of-mass.ts';
import { cmjOutputs } from './cmj-outputs.ts';
import { cmjPresets } from './cmj-presets.ts';
import { findJump, type Jump } from './find-jump.ts';
import { extremeOf, findOnset, type Onset } from './find-onset.ts';
import { jumpFigures } from './jump-figures.ts';
import { cmjFormulas } from './jump-formulas.ts';
import { type OnsetAsked, onsetParameters } from './onset-parameters.ts';
import {
  countermovementEdges,
  type EdgesAsked,
  jumpEdges,
  type PlateAsked,
  plateParameters,
} from './plate-parameters.ts';
import { measureSides, sideOutputs } from './side-outputs.ts';
import { type JumpSamples, type PhasesAsked, splitPhases } from './split-phases.ts';
import { forceRoles, type PlateForce, wholeForce } from './whole-force.ts';

/** m: impulse and flight agree within it (sheet 1.3). */
const mostDifference = 0.05;
/** s to take-off that are believed. */
const [soonest, latest] = [0.4, 1.2];

/** Countermovement jump on a force plate. */
export const cmj = defineAnalysis({
  id: 'cmj',
  version: 2,
  name: { fr: 'Saut avec contre-mouvement (CMJ)', en: 'Countermovement jump (CMJ)' },
  about: {
    fr: 'Hauteur, phases et puissance d’un saut avec élan, par l’impulsion de la force au sol.',
    en: 'Height, phases and power of a jump with a countermovement, by the impulse of the ground force.',
  },
  serves: {
    scenarios: ['CMJEntraineurScenario'],
    sports: [],
    exercises: /\bcmj\b|counter ?-?movement/,
  },
  rows: 'samples',
  inputs: forceRoles,
  parameters: { ...plateParameters, ...onsetParameters, ...jumpEdges, ...countermovementEdges },
  presets: cmjPresets,
  explained: cmjFormulas,
  outputs: { ...cmjOutputs, ...sideOutputs },
  find(columns, parameters) {
    const plate = wholeForce(columns);
    return isRefused(plate) ? plate : measureCmj(plate, parameters);
  },
});

export type CmjAsked = PlateAsked & OnsetAsked & EdgesAsked & PhasesAsked & { readonly backSeconds: number };

/** The numbers, phases and doubts of the jump in a recording. */
export function measureCmj(asRecorded: PlateForce, asked: CmjAsked) {
  const jump = findJump(asRecorded, asked);
  if (isRefused(jump)) return jump;
  const { plate, weighing, flight, mass } = jump;
  const takeOff = plate.timesSeconds[flight.takeOff]!;
  const onset = onsetByHand(plate, asked) ?? findOnset(plate, weighing, flight.takeOff, asked);
  if (onset === undefined || onset.at >= flight.takeOff)
    return { refused: 'noMovement', numbers: { takeOff } } as const;
  const from = Math.max(0, onset.at - Math.round(asked.backSeconds * plate.rateHz));
  const body = followCentreOfMass(plate, { weight: weighing.weight, mass }, from, flight.takeOff);
  if (isRefused(body)) return body;
  const phases = splitPhases(plate, body, { onset: onset.at, takeOff: flight.takeOff }, asked);
  return isRefused(phases) ? phases : answer(jump, body, phases, asked.gravity, onset.warnings);
}

function onsetByHand({ timesSeconds }: PlateForce, { onsetAt }: EdgesAsked): Onset | undefined {
  return onsetAt === null ? undefined : { at: sampleAt(timesSeconds, onsetAt), warnings: [] };
}

function answer(
  { plate, weighing, mass, flight, warnings }: Jump,
  body: CentreOfMass,
  at: JumpSamples,
  gravity: number,
  ofOnset: readonly Notice[],
) {
  const { timesSeconds: times, total } = plate;
  const { weight } = weighing;
  const of = (values: Float64Array, sample: number) => values[sample - body.from]!;
  const seconds = (from: number, to: number) => times[to]! - times[from]!;
  const last = at.takeOff - 1;
  const velocityTakeOff = of(body.velocity, last);
  const heightImpulse = velocityTakeOff ** 2 / (2 * gravity);
  const flightTime = flight.landing === undefined ? undefined : seconds(at.takeOff, flight.landing);
  const noLanding = { reason: 'noLandingRecorded' } as const;
  const heightFlight = flightTime === undefined ? undefined : (gravity * flightTime ** 2) / 8;
  const timeToTakeOff = seconds(at.onset, at.takeOff);
  const propulsion = { from: at.rising, to: at.takeOff };
  const power = body.power.subarray(at.rising - body.from);
  const peakPower = power.reduce((most, one) => Math.max(most, one), 0);
  const braked = total[at.lowest]! - total[at.fastest]!;
  const values = {
    heightImpulse,
    heightFlight: heightFlight ?? noLanding,
    heightStanding: heightImpulse + of(body.height, last),
    flightTime: flightTime ?? noLanding,
    rsiModified: heightImpulse / timeToTakeOff,
    timeToTakeOff,
    weight,
    mass,
    depth: body.height.reduce((least, one) => Math.min(least, one), 0),
    velocityMin: of(body.velocity, at.fastest),
    velocityPeak: body.velocity.reduce((most, one) => Math.max(most, one), 0),
    velocityTakeOff,
    peakForce: total[extremeOf(total, at.fastest, at.takeOff, 1)]!,
    peakPower,
    peakPowerRelative: peakPower / mass,
    meanPower: power.reduce((sum, one) => sum + one, 0) / power.length,
    unloadingTime: seconds(at.onset, at.lightest),
    yieldingTime: seconds(at.lightest, at.fastest),
    unweightingTime: seconds(at.onset, at.braking),
    brakingTime: seconds(at.braking, at.lowest),
    propulsionTime: seconds(at.rising, at.takeOff),
    brakingRfd: braked / seconds(at.fastest, at.lowest),
    stiffness: braked / (of(body.height, at.fastest) - of(body.height, at.lowest)) / 1000,
    brakingImpulse: mass * (of(body.velocity, at.lowest) - of(body.velocity, at.fastest)),
    propulsiveImpulse: mass * (velocityTakeOff - of(body.velocity, at.lowest)),
    work: workOf(times, body, at),
    ...measureSides(plate, weighing, propulsion),
  };
  const phase = (name: string, from: number, to: number): Phase => ({ name, from: times[from]!, to: times[to]! });
  const end = flight.landing;
  return {
    values,
    phases: [
      phase('weighing', weighing.from, weighing.to),
      phase('unweighting', at.onset, at.braking),
      phase('braking', at.braking, at.lowest),
      phase('propulsion', at.rising, at.takeOff),
      ...(end === undefined ? [] : [phase('flight', at.takeOff, end)]),
    ],
    events: [
      { name: 'onset', at: times[at.onset]! },
      { name: 'fastest', at: times[at.fastest]! },
      { name: 'lowest', at: times[at.lowest]! },
      { name: 'takeOff', at: times[at.takeOff]! },
      ...(end === undefined ? [] : [{ name: 'landing', at: times[end]! }]),
    ],
    figures: jumpFigures(plate, body, at.takeOff),
    warnings: [...warnings, ...ofOnset, ...doubts(timeToTakeOff, heightImpulse, heightFlight)],
  };
}

function workOf(times: Float64Array, body: CentreOfMass, { rising: lowest, takeOff }: JumpSamples): number {
  let work = 0;
  for (let i = lowest + 1; i < takeOff; i++) {
    const at = i - body.from;
    work += ((body.power[at]! + body.power[at - 1]!) / 2) * (times[i]! - times[i - 1]!);
  }
  return work;
}

function doubts(timeToTakeOff: number, impulse: number, flight: number | undefined): Notice[] {
  const metres = flight === undefined ? 0 : Math.abs(impulse - flight);
  const isUnusual = timeToTakeOff < soonest || timeToTakeOff > latest;
  return [
    ...(metres > mostDifference ? [{ code: 'heightsDiffer', numbers: { metres } } as const] : []),
    ...(isUnusual ? [{ code: 'timeToTakeOffUnusual', numbers: { seconds: timeToTakeOff } } as const] : []),
  ];
}
