import type { Sensor } from '@sillage/contract';

type Standard = Pick<Sensor, 'name' | 'type' | 'parameters' | 'config'>;

const rate = (hertz: number) => ({ type: 'int', default: hertz }) as const;
const template = (name: string, type: string, data: readonly string[]) =>
  `{"modules": {"${name}": {"type": "${type}", "enabled": true, "rate": {rate}, "realtimeRate": {realtimeRate}, ` +
  `"important": {important}, "calib_type": "{calib_type}", "data": ${JSON.stringify(data)}}}}`;

/** Rates in Hz. */
function standard(
  type: string,
  rates: { readonly hertz: number; readonly realtimeHertz: number },
  calibration: string,
  data: readonly string[],
): Standard {
  return {
    name: type,
    type,
    parameters: {
      rate: rate(rates.hertz),
      realtimeRate: rate(rates.realtimeHertz),
      important: { type: 'bool', default: false },
      calib_type: { type: 'string', default: calibration },
    },
    config: template(type, type, data),
  };
}

/** What the devices measure with: a new configuration begins with them. */
export const standardSensors: readonly Standard[] = [
  standard('imu', { hertz: 100, realtimeHertz: 20 }, 'calib_acc_gyro', ['acc_x', 'acc_y', 'acc_z', 'roll', 'pitch']),
  standard('gps', { hertz: 10, realtimeHertz: 5 }, 'no_calib', ['lat', 'lon', 'speed']),
  standard('force', { hertz: 1000, realtimeHertz: 50 }, 'calib_offset', ['Force']),
  standard('pressure', { hertz: 100, realtimeHertz: 20 }, 'calib_offset', ['Pression']),
];
