import { answer, answerOfRows, type Case, ofEvent, ofValues, pathOf, tableOf, valuesIn } from './ask.ts';

const empower = [pathOf('10_rowing_nk_rp3/EmpowerSpeedCoachForce.csv'), '--analysis', 'oarlockSession'];
const intervals = [
  ...[pathOf('10_rowing_nk_rp3/Speedcoach2example.csv'), '--analysis', 'oarlockSession'],
  ...['--param', 'interval=1'],
];
const curves = [pathOf('10_rowing_nk_rp3/rp3_curve.csv'), '--analysis', 'rowingForceCurves'];
const golf = [
  ...[pathOf('17_golf_swing_imu/imu_20260112_171520.csv'), '--analysis', 'golfSwing'],
  ...['--param', 'countsPerDegree=65.5', '--input', 'x=GyX', '--input', 'y=GyY', '--input', 'z=GyZ'],
];
const walk = [pathOf('15_gps_gpx/cerknicko-jezero.gpx'), '--analysis', 'gpsTrack'];

/** Rows of a table with the same cells all along, ten a second. */
const still = (names: readonly string[], cells: readonly number[]) => [
  ['T (s)', ...names],
  ...Array.from({ length: 200 }, (_, i) => [i / 10, ...cells]),
];
const boat = (...cells: number[]) =>
  answerOfRows(still(['acc_x (m/s²)', 'acc_y (m/s²)', 'acc_z (m/s²)'], cells), ['--analysis', 'rowingBoat']);
const oneStroke = () => answerOfRows(still(['stroke_rate', 'work'], [30, 420]), ['--analysis', 'oarlockSession']);
const wire = () =>
  answerOfRows(still(['force (N)'], [2800]), [
    '--analysis',
    'hammer',
    '--param',
    'radius=1.95',
    '--param',
    'mass=7.26',
  ]);
/** The five samples of the case, in g. */
const load = () => {
  const axes = [
    [0, 0.5, 0.2, -0.4, 0.1],
    [0, 0.1, 0.3, 0.3, -0.2],
    [1, 1.4, 0.8, 1.1, 1],
  ];
  const rows = axes[0]?.map((_, i) => [i / 100, ...axes.map((axis) => axis[i] ?? 0)]) ?? [];
  return answerOfRows([['T (s)', 'acc_x (g)', 'acc_y (g)', 'acc_z (g)'], ...rows], ['--analysis', 'footballLoad']);
};
const withCurve = () =>
  tableOf('10_rowing_nk_rp3/rp3_curve.csv').filter((row) => !/^(-32768,?)*$/.test(row.curve_data ?? ''));

/** Boats, swings, throws, fields. */
export const waterAndFieldSets: Readonly<Record<string, readonly Case[]>> = {
  '10_rowing_nk_rp3': [
    ofValues(
      'emp_mean',
      empower,
      ...['power', 'catch', 'slip', 'finish', 'wash', 'forceMean', 'work', 'forceMax', 'peakAngle'],
    ),
    ofValues('emp_dps', empower, 'strokeDistance'),
    ofValues('emp_power_work', empower, 'powerDifference'),
    ofValues('ex_int', intervals, 'distance', 'elapsed', 'split'),
    {
      id: 'rp3_peak',
      found() {
        const { cycles } = answer(curves);
        return ['forceMax', 'peakPosition', 'peakShare'].flatMap((name) =>
          cycles.map(({ values }) => values[name] ?? Number.NaN),
        );
      },
      expected: () =>
        ['peak_force', 'peak_force_pos', 'rel_peak_force_pos'].flatMap((name) =>
          withCurve().map((row) => Number(row[name])),
        ),
    },
  ],
  '15_gps_gpx': [
    ofValues('cj_len2d', walk, 'distance'),
    ofValues('cj_dur', walk, 'duration'),
    ofValues('cj_len3d', walk, 'distance3d'),
  ],
  '17_golf_swing_imu': [
    ofValues('rows', golf, 'samples'),
    ofValues('fs', golf, 'rate'),
    ofValues('peak', golf, 'peakRotation'),
    ofEvent('t_peak', golf, 'impact'),
  ],
  '00_analytic_cases': [
    { id: 'roll', found: () => valuesIn(boat(0, -1.703, 9.661), ['roll']) },
    { id: 'pitch', found: () => valuesIn(boat(0.855, 0, 9.773), ['pitch']) },
    { id: 'row_power', found: () => valuesIn(oneStroke(), ['powerOfWork']) },
    { id: 'hammer_v', found: () => valuesIn(wire(), ['releaseSpeed']) },
    { id: 'pload', found: () => valuesIn(load(), ['playerLoad']) },
  ],
};
