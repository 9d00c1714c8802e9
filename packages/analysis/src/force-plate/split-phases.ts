import type { Refusal } from '../analysis.ts';
import type { CentreOfMass } from './centre-of-mass.ts';
import { extremeOf } from './find-onset.ts';
import type { PlateForce } from './whole-force.ts';

/** Samples of a countermovement jump at which something begins. */
export interface JumpSamples {
  readonly onset: number;
  /** Least force, and fastest descent, before the lowest point. */
  readonly lightest: number;
  readonly fastest: number;
  readonly braking: number;
  readonly lowest: number;
  readonly rising: number;
  readonly takeOff: number;
}

export interface PhasesAsked {
  readonly brakingFrom: 'velocityMin' | 'forceMin';
  /** m/s */
  readonly propulsionFrom: number;
}

/** From onset to take-off: what the velocity of the centre of mass says (McMahon 2018), or the force (Merrigan 2022). */
export function splitPhases(
  { total, timesSeconds }: PlateForce,
  { from, velocity }: CentreOfMass,
  { onset, takeOff }: { readonly onset: number; readonly takeOff: number },
  { brakingFrom, propulsionFrom }: PhasesAsked,
): JumpSamples | Refusal {
  const nothing = { refused: 'noMovement', numbers: { takeOff: timesSeconds[takeOff]! } } as const;
  const fastest = from + extremeOf(velocity, 0, velocity.length, -1);
  const rises = (at: number, speed: number) => {
    let sample = at;
    while (sample < takeOff && velocity[sample - from]! < speed) sample++;
    return sample;
  };
  const lowest = rises(fastest, 0);
  const rising = rises(lowest, propulsionFrom);
  if (!(velocity[fastest - from]! < 0) || rising >= takeOff - 1 || onset > fastest) return nothing;
  const lightest = extremeOf(total, onset, fastest + 1, -1);
  const braking = brakingFrom === 'forceMin' ? lightest : fastest;
  return { onset, lightest, fastest, braking, lowest, rising, takeOff };
}
