import type { NumberParameter } from '../analysis.ts';

const found = 'found in the recording';

/** What every test on a force plate can be told otherwise. */
export const plateParameters = {
  gravity: {
    name: { fr: 'Pesanteur', en: 'Gravity' },
    unit: 'm/s²',
    default: 9.81,
    least: 9.7,
    most: 9.9,
    source: '9.80665 is the standard gravity',
  },
  flightThreshold: {
    name: { fr: 'Seuil de vol', en: 'Flight threshold' },
    unit: 'N',
    default: 20,
    least: 1,
    most: 200,
    source: 'Owen 2014: 10 N; McMahon 2018: mean + 5 SD of the flight',
  },
  weighFrom: {
    name: { fr: 'Début de la pesée', en: 'Weighing from' },
    unit: 's',
    default: null,
    least: 0,
    most: 1e6,
    source: `${found}: the stillest second (McMahon 2018)`,
  },
  weighTo: {
    name: { fr: 'Fin de la pesée', en: 'Weighing to' },
    unit: 's',
    default: null,
    least: 0,
    most: 1e6,
    source: `${found}: the stillest second (McMahon 2018)`,
  },
} as const satisfies Record<string, NumberParameter>;

/** s: what counts as a flight, and as a contact (sheet 1.2). */
export const [leastFlightSeconds, leastContactSeconds] = [0.15, 0.05];
