import { meanAndDeviation } from '@sillage/signal';
import type { NoValue } from '../analysis.ts';
import { stiffnessOfTimes } from './hop-stiffness.ts';

/** s */
export interface Hop {
  readonly contact: number;
  readonly flight: number;
}

/** Hops of the 10/5 test. */
const bestOf = 5;

/** Means over hops. */
export function measureHops(hops: readonly Hop[], gravity: number) {
  const contact = meanAndDeviation(hops.map((hop) => hop.contact));
  const flight = meanAndDeviation(hops.map((hop) => hop.flight));
  const heights = hops.map((hop) => (gravity * hop.flight ** 2) / 8);
  const rsi = hops.map((hop, i) => (heights[i] ?? 0) / hop.contact);
  const best = rsi.toSorted((a, b) => b - a).slice(0, bestOf);
  const tooFew: NoValue = { reason: 'tooFewHops' };
  return {
    hops: hops.length,
    contactTime: contact.mean,
    contactTimeDeviation: contact.n < 2 ? tooFew : contact.deviation,
    flightTime: flight.mean,
    height: meanAndDeviation(heights).mean,
    rsi: meanAndDeviation(rsi).mean,
    rsiBest5: best.length < bestOf ? tooFew : meanAndDeviation(best).mean,
    frequency: 1 / (contact.mean + flight.mean),
  };
}

/** What times alone do not give. @param mass kg */
export function stiffnessOfHops(hops: readonly Hop[], mass: number, gravity: number) {
  const each = hops.map(({ contact, flight }) => stiffnessOfTimes(mass, contact, flight, gravity));
  return {
    stiffness: meanAndDeviation(each.map(({ stiffness }) => stiffness)).mean,
    peakForce: meanAndDeviation(each.map(({ peakForce }) => peakForce)).mean,
  };
}
