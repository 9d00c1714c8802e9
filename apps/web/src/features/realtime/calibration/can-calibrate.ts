import type { MeasuredCalibration } from '@sillage/contract';
import { type CalibratedSensor, calibratedSensors, measuresLoad } from '@sillage/domain';
import type { LiveDevice } from '../../../live/merge-device.ts';

const shortestFirst: readonly MeasuredCalibration[] = ['calib_gyro', 'calib_offset', 'calib_acc_gyro'];

/** Whether a sensor is what a calibration of this type is of, at least. */
const isOf: Readonly<Record<MeasuredCalibration, (sensor: CalibratedSensor) => boolean>> = {
  calib_gyro: ({ kind }) => kind === 'gyro',
  calib_acc_gyro: ({ kind }) => kind === 'acc',
  calib_offset: ({ kind, module, columns }) =>
    kind === 'other' && columns.some((column) => measuresLoad(`${module}.${column}`)),
};

/** Whether a device measures what a calibration of this type is of. */
export function canCalibrate(type: MeasuredCalibration, { realtime_data_keys }: LiveDevice): boolean {
  return calibratedSensors(realtime_data_keys.map(({ name }) => name)).some(isOf[type]);
}

/** What a device can be given, shortest first. */
export function typesFor(device: LiveDevice): readonly MeasuredCalibration[] {
  return shortestFirst.filter((type) => canCalibrate(type, device));
}
