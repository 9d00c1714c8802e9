import type { Refusal } from '../analysis.ts';
import { sampleAt } from '../sample-at.ts';
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
  /** s; null: where the velocity says. */
  readonly fastestAt: number | null;
  readonly lowestAt: number | null;
}

/** From onset to take-off: what the velocity of the centre of mass says (McMahon 2018), or the force (Merrigan 2022). */
export function splitPhases(
  { total, timesSeconds }: PlateForce,
  { from, velocity }: CentreOfMass,
  { onset, takeOff }: { readonly onset: number; readonly takeOff: number },
  { brakingFrom, propulsionFrom, fastestAt, lowestAt }: PhasesAsked,
): JumpSamples | Refusal {
  const nothing = { refused: 'noMovement', numbers: { takeOff: timesSeconds[takeOff]! } } as const;
  const placed = (at: number | null, found: () => number) => (at === null ? found() : sampleAt(timesSeconds, at));
  const fastest = placed(fastestAt, () => from + extremeOf(velocity, 0, velocity.length, -1));
  const rises = (at: number, speed: number) => {
    let sample = at;
    while (sample < takeOff && velocity[sample - from]! < speed) sample++;
    return sample;
  };
  const lowest = placed(lowestAt, () => rises(fastest, 0));
  const rising = rises(lowest, propulsionFrom);
  // Placed by hand, they may come in another order.
  if (onset > fastest || fastest >= lowest || rising >= takeOff - 1) return nothing;
  if (!(velocity[fastest - from]! < 0)) return nothing;
  const lightest = extremeOf(total, onset, fastest + 1, -1);
  const braking = brakingFrom === 'forceMin' ? lightest : fastest;
  return { onset, lightest, fastest, braking, lowest, rising, takeOff };
}
