import type { CalibrationType } from '@sillage/contract';
import { type CalibratedSensor, measuresLoad } from '@sillage/domain';

/** Sensors of one module that a calibration is made of. */
export interface CalibrationChoice {
  readonly key: string;
  readonly module: string;
  readonly sensors: readonly CalibratedSensor[];
}

/** Types that are measured in a window of the record. */
export const measuredTypes: ReadonlySet<CalibrationType> = new Set(['calib_acc_gyro', 'calib_gyro', 'calib_offset']);

/** What a type can calibrate: all that it is about of a module at once, or sensors one by one where that is possible. */
export function choicesFor(type: CalibrationType, sensors: readonly CalibratedSensor[]): CalibrationChoice[] {
  const fitting = sensors.filter(({ kind, module, columns }) => {
    switch (type) {
      case 'calib_acc_gyro':
        return kind !== 'other' && sensors.some((one) => one.module === module && one.kind === 'acc');
      case 'calib_gyro':
        return kind === 'gyro';
      case 'invert_acc_x':
        return kind === 'acc';
      case 'calib_offset':
        return kind === 'other' && columns.some((column) => measuresLoad(`${module}.${column}`));
      case 'initial_calib':
      case 'no_calib':
      case 'custom_calib':
        return true;
      default:
        return unreachable(type);
    }
  });
  const single = fitting.map((sensor) => choiceOf(sensor.module, [sensor]));
  if (type === 'custom_calib') return single;
  const modules = [...Map.groupBy(fitting, ({ module }) => module)].map(([module, own]) => choiceOf(module, own));
  return type === 'calib_offset' ? [...modules.filter((one) => one.sensors.length > 1), ...single] : modules;
}

function choiceOf(module: string, sensors: readonly CalibratedSensor[]): CalibrationChoice {
  return { key: `${module} ${sensors.flatMap(({ columns }) => columns).join(' ')}`, module, sensors };
}

function unreachable(type: never): never {
  throw new Error(`unknown calibration ${String(type)}`);
}
