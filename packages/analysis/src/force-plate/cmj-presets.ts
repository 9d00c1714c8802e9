import type { Preset } from '../analysis.ts';

/** Published ways to find the phases of a countermovement jump. */
export const cmjPresets: readonly Preset[] = [
  {
    name: 'owen2014',
    source: 'Owen 2014',
    values: { flightThreshold: 10, onsetRule: 'forward', onsetLasting: 0.03, backSeconds: 0.03 },
  },
  {
    name: 'meylan2011',
    source: 'Meylan 2011',
    values: { onsetRule: 'share', onsetShare: 0.025, onsetLasting: 0, backSeconds: 0 },
  },
  {
    name: 'mcMahon2018',
    source: 'McMahon 2018',
    values: { flightRule: 'fiveDeviations', onsetRule: 'forward', onsetLasting: 0, propulsionFrom: 0.01 },
  },
  { name: 'merrigan2022', source: 'Merrigan 2022', values: { onsetRule: 'forward', brakingFrom: 'forceMin' } },
  {
    name: 'duarteWatanabe2021',
    source: 'Duarte & Watanabe 2021',
    values: {
      ...{ gravity: 9.8, zero: 'least', flightThreshold: 10, flightRule: 'firstAndLast', weighFrom: 0, weighTo: 0.1 },
      ...{ onsetRule: 'share', onsetShare: 0.05, onsetSide: 'below', onsetLasting: 0.02, backSeconds: 0 },
    },
  },
];
