import { leastContactSeconds } from './plate-parameters.ts';

/** Samples [from, to) with a load. */
export interface Contact {
  readonly from: number;
  readonly to: number;
}

/** Stretches above the threshold that last 50 ms at least, whole ones: begun and ended in the recording; spikes in the air are none. */
export function findContacts(force: Float64Array, rateHz: number, threshold: number): Contact[] {
  const least = leastContactSeconds * rateHz;
  const contacts: Contact[] = [];
  let from = -1;
  for (let i = 0; i < force.length; i++) {
    const isLoaded = force[i]! >= threshold;
    if (isLoaded && from < 0) from = i;
    if (isLoaded || from < 0) continue;
    if (from > 0 && i - from >= least) contacts.push({ from, to: i });
    from = -1;
  }
  return contacts;
}
