import { defineAnalysis, isRefused, type Phase, type Refusal } from '../analysis.ts';
import type { Notice } from '../sentences.ts';
import { type CentreOfMass, followCentreOfMass } from './centre-of-mass.ts';
import { cmjOutputs } from './cmj-outputs.ts';
import { findJump, type Jump } from './find-jump.ts';
import { extremeOf, findOnset, onsetRules } from './find-onset.ts';
import { plateParameters } from './plate-parameters.ts';
import { measureSides, sideOutputs } from './side-outputs.ts';
import { forceRoles, type PlateForce, wholeForce } from './whole-force.ts';

/** m: impulse and flight agree within it (sheet 1.3). */
const mostDifference = 0.05;
/** s to take-off that are believed. */
const [soonest, latest] = [0.4, 1.2];

/** Countermovement jump on a force plate. */
export const cmj = defineAnalysis({
  id: 'cmj',
  version: 1,
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
  parameters: {
    ...plateParameters,
    onsetRule: {
      name: { fr: 'Règle du début', en: 'Onset rule' },
      unit: '',
      default: 'backward',
      choices: onsetRules,
      source: 'backward: after Sams; forward: Owen 2014 (5 SD for 30 ms); share: Meylan 2011 (2.5 % of the weight)',
    },
    backSeconds: {
      name: { fr: 'Intégration avant le début', en: 'Integration before the onset' },
      unit: 's',
      default: 0.03,
      least: 0,
      most: 0.5,
      source: 'Owen 2014',
    },
  },
  presets: [
    { name: 'owen2014', source: 'Owen 2014', values: { flightThreshold: 10, onsetRule: 'forward', backSeconds: 0.03 } },
    { name: 'meylan2011', source: 'Meylan 2011', values: { onsetRule: 'share', backSeconds: 0 } },
  ],
  outputs: { ...cmjOutputs, ...sideOutputs },
  find(columns, parameters) {
    const plate = wholeForce(columns);
    if (isRefused(plate)) return plate;
    const jump = findJump(plate, parameters);
    if (isRefused(jump)) return jump;
    const { weighing, flight, mass } = jump;
    const onset = findOnset(plate, weighing, flight.takeOff, parameters.onsetRule);
    const takeOff = plate.timesSeconds[flight.takeOff]!;
    if (onset === undefined) return { refused: 'noMovement', numbers: { takeOff } };
    const from = Math.max(0, onset.at - Math.round(parameters.backSeconds * plate.rateHz));
    const body = followCentreOfMass(plate, { weight: weighing.weight, mass }, from, flight.takeOff);
    if (isRefused(body)) return body;
    const phases = splitPhases(body, onset.at, flight.takeOff);
    if (isRefused(phases)) return phases;
    return answer(plate, jump, body, phases, parameters.gravity, onset.warnings);
  },
});

/** Samples where phases begin; `lowest` is where the propulsion does. */
interface Samples {
  readonly onset: number;
  readonly fastest: number;
  readonly lowest: number;
  readonly takeOff: number;
}

function splitPhases({ from, velocity }: CentreOfMass, onset: number, takeOff: number): Samples | Refusal {
  const fastest = extremeOf(velocity, 0, velocity.length, -1);
  let lowest = fastest;
  while (lowest < velocity.length && velocity[lowest]! < 0) lowest++;
  if (!(velocity[fastest]! < 0) || lowest >= velocity.length - 1)
    return { refused: 'noMovement', numbers: { takeOff } };
  return { onset, fastest: from + fastest, lowest: from + lowest, takeOff };
}

function answer(
  plate: PlateForce,
  { weighing, mass, flight, warnings }: Jump,
  body: CentreOfMass,
  at: Samples,
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
  const propulsion = { from: at.lowest, to: at.takeOff };
  const power = body.power.subarray(at.lowest - body.from);
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
    unweightingTime: seconds(at.onset, at.fastest),
    brakingTime: seconds(at.fastest, at.lowest),
    propulsionTime: seconds(at.lowest, at.takeOff),
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
      phase('unweighting', at.onset, at.fastest),
      phase('braking', at.fastest, at.lowest),
      phase('propulsion', at.lowest, at.takeOff),
      ...(end === undefined ? [] : [phase('flight', at.takeOff, end)]),
    ],
    events: [
      { name: 'onset', at: times[at.onset]! },
      { name: 'takeOff', at: times[at.takeOff]! },
      ...(end === undefined ? [] : [{ name: 'landing', at: times[end]! }]),
    ],
    warnings: [...warnings, ...ofOnset, ...doubts(timeToTakeOff, heightImpulse, heightFlight)],
  };
}

function workOf(times: Float64Array, body: CentreOfMass, { lowest, takeOff }: Samples): number {
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
