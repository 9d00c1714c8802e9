import { integrateSamples } from '@sillage/signal';
import type { Refusal } from '../analysis.ts';
import type { PlateForce } from './whole-force.ts';

/** Of the centre of mass from where it was still; arrays begin at sample `from`. */
export interface CentreOfMass {
  readonly from: number;
  /** Upward, m/s. */
  readonly velocity: Float64Array;
  /** From where it stood, m. */
  readonly height: Float64Array;
  /** Of the force on the plate, W. */
  readonly power: Float64Array;
}

/** Integrates the net force from rest to the last sample before `to`. */
export function followCentreOfMass(
  { timesSeconds, total }: PlateForce,
  { weight, mass }: { readonly weight: number; readonly mass: number },
  from: number,
  to: number,
): CentreOfMass | Refusal {
  let missing = 0;
  for (let i = from; i < to; i++) if (!Number.isFinite(total[i])) missing++;
  if (missing > 0) return { refused: 'samplesMissing', numbers: { missing } };
  const acceleration = total.subarray(from, to).map((force) => (force - weight) / mass);
  const times = timesSeconds.subarray(from, to);
  const all = { from: 0, to: acceleration.length };
  const velocity = integrateSamples(times, acceleration, all);
  const height = integrateSamples(times, velocity, all);
  const power = velocity.map((speed, i) => speed * total[from + i]!);
  return { from, velocity, height, power };
}
