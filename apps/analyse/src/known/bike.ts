import { type Case, ofValues, pathOf } from './ask.ts';

const joule = [
  ...[pathOf('09_cycling_power/power_values.txt'), '--analysis', 'cyclingPower', '--rate', '1'],
  ...['--input', 'power=column_1', '--param', 'ftp=200'],
];
const vector = [
  ...[pathOf('09_cycling_power/Edge810-Vector_records.csv.gz'), '--analysis', 'cyclingPower'],
  ...['--param', 'ftp=315'],
];

/** Bikes, and powers that can be held. */
export const bikeSets: Readonly<Record<string, readonly Case[]>> = {
  '09_cycling_power': [
    ofValues('joule_avg', joule, 'mean', 'max', 'best20min'),
    ofValues('joule_np', joule, 'normalised'),
    ofValues('joule_if_tss', joule, 'intensity', 'stress'),
    ofValues('v_np', vector, 'normalised'),
    ofValues('v_avg', vector, 'mean', 'max'),
    ofValues('v_if_tss', vector, 'intensity', 'stress'),
  ],
};
