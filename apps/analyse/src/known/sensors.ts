import { answer, answerOfRows, type Case, ofValues, pathOf, valuesIn, zippedTableOf } from './ask.ts';

/** What set 13 calls its parts, by the number of the position. */
const parts = ['x_p', 'y_p', 'z_p', 'x_a', 'y_a', 'z_a', 'x_rot', 'y_rot', 'z_rot'];
const rateOfSet13 = 204.8;

let calibration: ReturnType<typeof answer> | undefined;
/** The session in the order of its time, each part with the position that was announced. */
function calibrated() {
  calibration ??= answerOfRows(
    [
      ['T (s)', 'position', 'acc_x', 'acc_y', 'acc_z', 'gyro_x', 'gyro_y', 'gyro_z'],
      ...zippedTableOf('13_imu_calibration_imucal/annotated_session.csv.gz')
        .sort((a, b) => Number(a.samples) - Number(b.samples))
        .map(({ part = '', samples, acc_x, acc_y, acc_z, gyr_x, gyr_y, gyr_z }) =>
          [Number(samples) / rateOfSet13, parts.indexOf(part) + 1, acc_x, acc_y, acc_z, gyr_x, gyr_y, gyr_z].map(
            Number,
          ),
        ),
    ],
    ['--analysis', 'sixPositions'],
  );
  return calibration;
}
const ofCalibration = (id: string, ...ids: readonly string[]): Case => ({
  id,
  found: () => valuesIn(calibrated(), ids),
});

/** Set 14 without a clock of its own, in the names and units of a device. */
const turning = (words: readonly string[]) =>
  answerOfRows(
    [
      ...[['gyro_x (rad/s)', 'gyro_y (rad/s)', 'gyro_z (rad/s)', 'acc_x (m/s²)', 'acc_y (m/s²)', 'acc_z (m/s²)']].map(
        (names) => [...names, 'mag_x', 'mag_y', 'mag_z', 'ref_w', 'ref_x', 'ref_y', 'ref_z', 'movement'],
      ),
      ...zippedTableOf('14_imu_orientation_broad/02_undisturbed_slow_rotation_B.csv.gz').map((row) =>
        ['gx', 'gy', 'gz', 'ax', 'ay', 'az', 'mx', 'my', 'mz', 'q0', 'q1', 'q2', 'q3', 'movement'].map(
          (name) => row[name] ?? '',
        ),
      ),
    ],
    ['--analysis', 'orientation', '--rate', '285.7142857142857', ...words],
  );
const bothSensors = [
  ...['sync_A_gyro.csv', 'sync_B_optical.csv'].map((file) => pathOf(`14_imu_orientation_broad/${file}`)),
  ...['--analysis', 'synchronisation'],
];

const jump = [pathOf('16_signal_processing/GRFZjump.txt'), '--analysis', 'filtering', '--rate', '600'];
const each = (name: string, places: readonly number[], words: (place: number) => readonly string[]) =>
  places.map((place) => valuesIn(answer([...jump, ...words(place)]), [name])[0] ?? Number.NaN);

/** Sensors: how they are calibrated, turned, aligned and filtered. */
export const sensorSets: Readonly<Record<string, readonly Case[]>> = {
  '13_imu_calibration_imucal': [
    ofCalibration('ann_b_a', 'biasX', 'biasY', 'biasZ'),
    ofCalibration('ann_b_g', 'gyroBiasX', 'gyroBiasY', 'gyroBiasZ'),
    ofCalibration('ann_Ka', 'gainX', 'gainY', 'gainZ'),
    ofCalibration('ann_Kg', 'gyroGainX', 'gyroGainY', 'gyroGainZ'),
    ofCalibration(
      'ann_Ra',
      ...['axisXx', 'axisXy', 'axisXz', 'axisYx', 'axisYy', 'axisYz', 'axisZx', 'axisZy', 'axisZz'],
    ),
  ],
  '14_imu_orientation_broad': [
    { id: 't02_madg9', found: () => valuesIn(turning([]), ['totalError', 'inclinationError']) },
    { id: 't02_incl6', found: () => valuesIn(turning(['--param', 'axes=six']), ['inclinationError']) },
    ofValues('sync1', bothSensors, 'offset'),
  ],
  '16_signal_processing': [
    {
      id: 'bw50',
      found: () => each('filtered', [100, 300, 450, 540, 700, 800, 1000], (i) => ['--param', `at=${i / 600}`]),
    },
    {
      id: 'res101',
      found: () => each('resampled', [0, 10, 37, 50, 66, 100], (i) => ['--param', `point=${i}`]),
    },
  ],
};
