import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CalibrationStart, CalibrationStop, DeviceCalibration, DeviceCalibrations } from '../shapes/calibration.ts';
import { ClientIdParams } from '../shapes/primitives.ts';

export const startCalibrations = endpoint({
  name: 'startCalibrations',
  method: 'POST',
  path: '/devices/rt/:clientId/calibrations/start',
  access: 'device.command',
  summary: 'Devices begin a record of type `calib`, by which they are calibrated; called again, others join',
  params: ClientIdParams,
  body: CalibrationStart,
  reply: DeviceCalibrations,
});
export const stopCalibrations = endpoint({
  name: 'stopCalibrations',
  method: 'POST',
  path: '/devices/rt/:clientId/calibrations/stop',
  access: 'device.command',
  summary: 'Ends the calibrations of devices; what their records show is measured by `POST /records/{id}/recalibrate`',
  params: ClientIdParams,
  body: CalibrationStop.prefault({}),
  reply: DeviceCalibrations,
});
export const listCalibrations = endpoint({
  name: 'listCalibrations',
  method: 'GET',
  path: '/devices/rt/:clientId/calibrations',
  access: 'device.watch',
  summary: 'Devices of a client that are being calibrated now',
  params: ClientIdParams,
  reply: z.array(DeviceCalibration),
});
