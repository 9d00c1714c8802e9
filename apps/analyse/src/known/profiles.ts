import { answerOfRows, type Case, ofValues, pathOf, tableOf, valuesIn } from './ask.ts';

const fit = ['topSpeed', 'acceleration'];
/** Splits of one athlete of the file. */
function splitsOf(athlete: string, words: readonly string[]) {
  const rows = tableOf('06_sprint_shorts/split_times.csv')
    .filter((row) => row.athlete === athlete)
    .map(({ distance = '', time = '' }) => [distance, time]);
  return answerOfRows([['distance', 'time'], ...rows], ['--analysis', 'sprintSplits', ...words]);
}
const kimberley = (id: string, words: readonly string[], ...values: readonly string[]): Case => ({
  id,
  found: () => valuesIn(splitsOf('Kimberley', words), values),
});
function radarOfJim() {
  const rows = tableOf('06_sprint_shorts/radar_gun_data.csv')
    .filter((row) => row.athlete === 'Jim')
    .map(({ time = '', velocity = '' }) => [time, velocity]);
  return answerOfRows([['time (s)', 'velocity (m/s)'], ...rows], ['--analysis', 'sprintTrace']);
}
const morin = [
  ...[pathOf('06_sprint_shorts/jb_morin.csv'), '--analysis', 'sprintTrace', '--param', 'profile=polynomial'],
  ...['--param', 'bodyMass=75', '--param', 'bodyHeight=1.72'],
];
const lps = [
  ...[pathOf('06_sprint_shorts/LPS_session.csv.gz'), '--analysis', 'sprintInSitu', '--param', 'threshold=4'],
];
const profileOf = (f0: number, v0: number, words: readonly string[]) =>
  answerOfRows(
    [
      ['F0', 'V0'],
      [f0, v0],
    ],
    ['--analysis', 'knownJumpProfile', ...words],
  );
/** F0 3000 N of 75 kg, V0 2 m/s, push-off 0.4 m. */
const strong = () => profileOf(40, 2, ['--param', 'pushOff=0.4']);

function john() {
  const rows = tableOf('07_jump_fv_profile/vjsim_testing_data.csv')
    .filter((row) => row.athlete === 'John')
    .map(({ external_load = '', aerial_time = '' }) => [external_load, aerial_time]);
  const words = ['--analysis', 'jumpProfile', '--param', 'bodyMass=100', '--param', 'pushOff=0.45'];
  return answerOfRows([['load', 'flight_time'], ...rows], words);
}
const subjects = () => tableOf('07_jump_fv_profile/jimenez_reyes_2019_subjects1-20.csv').slice(0, 20);
const ofSubjects = (value: string) =>
  subjects().flatMap((row) => {
    const cells = [row['Pre.F0'] ?? '', row['Pre.V0'] ?? '', row['Pre.SJ'] ?? ''];
    return valuesIn(answerOfRows([['F0', 'V0', 'SJ'], cells], ['--analysis', 'knownJumpProfile']), [value]);
  });

/** Force and velocity of sprints and jumps. */
export const profileSets: Readonly<Record<string, readonly Case[]>> = {
  '06_sprint_shorts': [
    kimberley('kim_simple', [], ...fit, 'tau', 'powerModel'),
    kimberley('kim_tc03', ['--param', 'correction=fixed', '--param', 'fixedSeconds=0.3'], ...fit),
    kimberley('kim_TC', ['--param', 'correction=estimated'], ...fit, 'timeCorrection'),
    kimberley('kim_FD', ['--param', 'correction=flying'], ...fit, 'flyingDistance'),
    kimberley(
      'kim_fvp',
      ['--param', 'profile=polynomial', '--param', 'bodyMass=60', '--param', 'bodyHeight=1.70'],
      ...['force0Total', 'velocity0', 'powerTotal', 'slope'],
    ),
    { id: 'jim_radar', found: () => valuesIn(radarOfJim(), [...fit, 'tau', 'timeCorrection']) },
    ofValues('morin_fit', morin, ...fit, 'tau', 'timeCorrection'),
    ofValues('morin_fvp_poly', morin, 'force0', 'velocity0', 'power'),
    ofValues('lps_insitu', lps, ...fit),
    ofValues('lps_dist', lps, 'distance'),
  ],
  '07_jump_fv_profile': [
    { id: 'vto_closed', found: () => valuesIn(strong(), ['speedTakeOff', 'height']) },
    { id: 'opt', found: () => valuesIn(strong(), ['optimalSlope', 'balance', 'imbalance']) },
    {
      id: 'prof_John',
      found: () => valuesIn(john(), ['force0', 'velocity0', 'power', 'slope', 'optimalSlope', 'balance']),
    },
    { id: 'jr_first20', found: () => ofSubjects('imbalance') },
    { id: 'jr_pmax', found: () => ofSubjects('power'), expected: () => subjects().map((row) => Number(row['Pre.P'])) },
  ],
};
