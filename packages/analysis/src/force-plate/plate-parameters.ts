import type { Parameter } from '../analysis.ts';
import { edgeParameter } from '../describe.ts';

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
  zero: {
    name: { fr: 'Zéro de la force', en: 'Zero of the force' },
    unit: '',
    default: 'none',
    choices: ['none', 'least', 'flight'],
    source:
      'none: as recorded; least: the smallest force (Duarte & Watanabe 2021); flight: the middle of the flight (sheet 1.2)',
  },
  flightRule: {
    name: { fr: 'Règle du vol', en: 'Flight rule' },
    unit: '',
    default: 'threshold',
    choices: ['threshold', 'fiveDeviations', 'firstAndLast'],
    source:
      'threshold: Owen 2014; fiveDeviations: mean + 5 SD of 300 ms of flight (McMahon 2018); firstAndLast: below the threshold (Duarte & Watanabe 2021)',
  },
} as const satisfies Record<string, Parameter>;

/** Edges of a jump that can be moved. */
export const jumpEdges = {
  onsetAt: edgeParameter('onset', ['Début, à la main', 'Onset, by hand']),
  takeOffAt: edgeParameter('takeOff', ['Décollage, à la main', 'Take-off, by hand']),
  landingAt: edgeParameter('landing', ['Réception, à la main', 'Landing, by hand']),
} as const;

/** Edges between the phases of a countermovement. */
export const countermovementEdges = {
  fastestAt: edgeParameter('fastest', ['Vitesse minimale, à la main', 'Peak downward velocity, by hand']),
  lowestAt: edgeParameter('lowest', ['Point bas, à la main', 'Lowest point, by hand']),
} as const;

/** What is asked of a plate before a jump is looked for. */
export interface PlateAsked {
  readonly gravity: number;
  readonly flightThreshold: number;
  readonly weighFrom: number | null;
  readonly weighTo: number | null;
  readonly zero: 'none' | 'least' | 'flight';
  readonly flightRule: 'threshold' | 'fiveDeviations' | 'firstAndLast';
}
export interface EdgesAsked {
  readonly onsetAt: number | null;
  readonly takeOffAt: number | null;
  readonly landingAt: number | null;
}

/** s: what counts as a flight, and as a contact (sheet 1.2). */
export const [leastFlightSeconds, leastContactSeconds] = [0.15, 0.05];
