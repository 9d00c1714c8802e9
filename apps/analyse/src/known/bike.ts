import { answerOfRows, type Case, ofValues, pathOf, valuesIn, zippedTableOf } from './ask.ts';

const joule = [
  ...[pathOf('09_cycling_power/power_values.txt'), '--analysis', 'cyclingPower', '--rate', '1'],
  ...['--input', 'power=column_1', '--param', 'ftp=200'],
];
const vector = [
  ...[pathOf('09_cycling_power/Edge810-Vector_records.csv.gz'), '--analysis', 'cyclingPower'],
  ...['--param', 'ftp=315'],
];

const critical = [pathOf('08_critical_power/critical_power.csv'), '--analysis', 'criticalPower'];
/** Cadence, rpm, and torque, N·m. */
const efforts = [
  [40, 168],
  [70, 144],
  [100, 120],
  [130, 96],
  [160, 72],
];
const torqueAndCadence = (points: readonly number[][]) =>
  answerOfRows([['cadence', 'torque'], ...points], ['--analysis', 'torqueCadence']);
/** Power of 60·sin θ + 25 W at each degree; a turn ends where the next one begins. */
const turn = () => {
  const rows = Array.from({ length: 722 }, (_, i) => {
    const degrees = i - 1;
    return [i / 360, ((degrees % 360) + 360) % 360, 60 * Math.sin((degrees * Math.PI) / 180) + 25];
  });
  return answerOfRows([['T (s)', 'angle (°)', 'power (W)'], ...rows], ['--analysis', 'pedalling']);
};
const powerTap = () => {
  const rows = zippedTableOf('09_cycling_power/powertap_11202008.csv.gz').map((row) => [
    Number(row.Minutes) * 60,
    row['Torq (N-m)'] ?? '',
    row['Km/h'] ?? '',
    row.Watts ?? '',
  ]);
  return answerOfRows(
    [['T (s)', 'torque (N·m)', 'speed (km/h)', 'power (W)'], ...rows],
    ['--analysis', 'wheelPower', '--param', 'circumference=2.096'],
  );
};

/** Bikes, and powers that can be held. */
export const bikeSets: Readonly<Record<string, readonly Case[]>> = {
  '09_cycling_power': [
    ofValues('joule_avg', joule, 'mean', 'max', 'best20min'),
    ofValues('joule_np', joule, 'normalised'),
    ofValues('joule_if_tss', joule, 'intensity', 'stress'),
    ofValues('v_np', vector, 'normalised'),
    ofValues('v_avg', vector, 'mean', 'max'),
    ofValues('v_if_tss', vector, 'intensity', 'stress'),
    { id: 'pt_power', found: () => valuesIn(powerTap(), ['difference']) },
  ],
  '08_critical_power': [
    ofValues('lin', critical, 'critical', 'reserve'),
    ofValues('hyp2', [...critical, '--param', 'model=time'], 'critical', 'reserve'),
  ],
  '00_analytic_cases': [
    {
      id: 'erg_tc',
      found: () => valuesIn(torqueAndCadence(efforts), ['torque0', 'cadence0', 'cadenceOptimal', 'power']),
    },
    // The line of half the cadence and half the torque is that of the optimum.
    {
      id: 'dorel',
      found: () =>
        valuesIn(
          torqueAndCadence([
            [64.9, 177.75],
            [129.8, 118.5],
            [194.7, 59.25],
          ]),
          ['power'],
        ),
    },
    { id: 'te_ps', found: () => valuesIn(turn(), ['effectiveness', 'smoothness']) },
  ],
};
