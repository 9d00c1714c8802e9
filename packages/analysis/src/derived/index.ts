import type { Derivation, Recorded } from './derivation.ts';
import { deriveBoat } from './derive-boat.ts';
import { deriveCadence } from './derive-cadence.ts';
import { deriveForces } from './derive-forces.ts';
import { derivePower } from './derive-power.ts';

/** What is computed of a record's variables: nothing that was measured, and only what its inputs are there for. */
export const derivationsFor = (recorded: Recorded): Derivation[] => [
  ...deriveBoat(recorded),
  ...deriveCadence(recorded),
  ...deriveForces(recorded),
  ...derivePower(recorded),
];
export type { Derivation, Recorded } from './derivation.ts';
