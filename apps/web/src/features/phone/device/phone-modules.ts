import type { ColumnMeta, DeviceMeta, ModuleMeta } from '@sillage/device-protocol';

function column(name: string, unit: string, fr: string, en: string, precision = 2): ColumnMeta {
  return { name, unit, type: 'float32', scale: 1, offset: 0, description: { fr, en }, precision };
}

function module(id: number, type: string, rateHz: number, columns: ColumnMeta[]): ModuleMeta {
  // Browsers say when each value was measured, and skip some.
  return { id, type, rateHz, realtimeRateHz: Math.min(rateHz, 20), timing: 'stamped', columns };
}

/**
 * What a phone may measure, by module. Axes are those of the phone (W3C Device Orientation): x to the right, y to the top, z out
 * of the screen. Rates are what is asked of the phone; the times of the samples say what came.
 */
export const phoneModules = {
  imu: module(1, 'imu', 100, [
    column('acc_x', 'm/s²', 'Accélération x', 'Acceleration x'),
    column('acc_y', 'm/s²', 'Accélération y', 'Acceleration y'),
    column('acc_z', 'm/s²', 'Accélération z', 'Acceleration z'),
    column('gyro_x', '°/s', 'Rotation x', 'Rotation x', 1),
    column('gyro_y', '°/s', 'Rotation y', 'Rotation y', 1),
    column('gyro_z', '°/s', 'Rotation z', 'Rotation z', 1),
  ]),
  orientation: module(2, 'orientation', 60, [
    column('alpha', '°', 'Cap du téléphone', 'Heading of the phone', 1),
    column('beta', '°', 'Inclinaison avant-arrière', 'Tilt front to back', 1),
    column('gamma', '°', 'Inclinaison gauche-droite', 'Tilt left to right', 1),
  ]),
  gps: module(3, 'gps', 1, [
    column('latitude', '°', 'Latitude', 'Latitude', 6),
    column('longitude', '°', 'Longitude', 'Longitude', 6),
    column('altitude', 'm', 'Altitude', 'Altitude', 1),
    column('speed', 'm/s', 'Vitesse', 'Speed'),
    column('course', '°', 'Cap', 'Course', 0),
    column('accuracy', 'm', 'Précision horizontale', 'Horizontal accuracy', 1),
  ]),
  heart: module(4, 'heart', 1, [
    column('rate', 'bpm', 'Fréquence cardiaque', 'Heart rate', 0),
    column('rr', 's', 'Intervalle RR', 'RR interval', 3),
  ]),
  power: module(5, 'power', 1, [
    column('power', 'W', 'Puissance', 'Power', 0),
    column('cadence', 'rpm', 'Cadence', 'Cadence', 0),
  ]),
  wheel: module(6, 'wheel', 1, [
    column('speed', 'm/s', 'Vitesse de la roue', 'Wheel speed'),
    column('cadence', 'rpm', 'Cadence', 'Cadence', 0),
  ]),
} as const satisfies Record<string, ModuleMeta>;

export type PhoneModule = keyof typeof phoneModules;
export const phoneModuleNames = Object.keys(phoneModules) as PhoneModule[];

/** What the phone publishes of itself; `modules` are those that it has. */
export function phoneMeta(number: number, name: string, version: string, modules: readonly PhoneModule[]): DeviceMeta {
  return {
    protocol: 1,
    number,
    name,
    version,
    modules: Object.fromEntries(modules.map((one) => [one, phoneModules[one]])),
    features: {
      record: { cmd_start: 'v1.record.rec.start', cmd_stop: 'v1.record.rec.stop' },
      realtime: { cmd_set: 'v1.realtime.set' },
      clock: { cmd_get: 'v1.clock.get', cmd_set: 'v1.clock.set' },
      device: { cmd_rename: 'v1.device.rename' },
    },
  };
}
