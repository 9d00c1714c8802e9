import type { CalibratedKind, MeasuredCalibration } from '@sillage/contract';
import { calibratedSensors } from '@sillage/domain';
import type { LiveDevice } from '../../../live/merge-device.ts';

/** What each type needs at least. */
const needed: Readonly<Record<MeasuredCalibration, CalibratedKind>> = {
  calib_gyro: 'gyro',
  calib_acc_gyro: 'acc',
  calib_offset: 'other',
};

/** Whether a device measures what a calibration of this type is of. */
export function canCalibrate(type: MeasuredCalibration, { realtime_data_keys }: LiveDevice): boolean {
  const sensors = calibratedSensors(realtime_data_keys.map(({ name }) => name));
  return sensors.some(({ kind }) => kind === needed[type]);
}

/** The shortest one that a device can be given. */
export function firstTypeFor(device: LiveDevice): MeasuredCalibration {
  return (['calib_gyro', 'calib_offset'] as const).find((type) => canCalibrate(type, device)) ?? 'calib_gyro';
}
