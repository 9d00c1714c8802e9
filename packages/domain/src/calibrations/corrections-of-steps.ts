import type { CalibrationInfo, Correction, KeptStep, RecalibrateArguments } from '@sillage/contract';
import { calibratedSensors } from './calibrated-sensors.ts';

/** What steps do to the values of one module. */
export interface ModuleCorrections {
  readonly corrections: readonly Correction[];
  /** Columns whose sign changes after that. */
  readonly inverted: ReadonlySet<string>;
}

interface Changing {
  corrections: { readonly correction: Correction; readonly by: RecalibrateArguments }[];
  readonly inverted: Set<string>;
  /** Went back to what was received. */
  received: RecalibrateArguments | undefined;
}

/** Of each module that a step calibrates: of several calibrations of a sensor the last one holds, two inversions are none. */
export function correctionsOf(steps: readonly KeptStep[]): ReadonlyMap<string, ModuleCorrections> {
  return new Map(
    [...changesOf(steps)].map(([module, { corrections, inverted }]) => [
      module,
      { corrections: corrections.map(({ correction }) => correction), inverted },
    ]),
  );
}

function changesOf(steps: readonly KeptStep[]): Map<string, Changing> {
  const modules = new Map<string, Changing>();
  for (const step of steps) {
    if (step.kind !== 'recalibrate') continue;
    const { module } = step.arguments;
    const changing = modules.get(module) ?? { corrections: [], inverted: new Set<string>(), received: undefined };
    modules.set(module, changing);
    change(changing, step.arguments);
  }
  return modules;
}

function change(changing: Changing, by: RecalibrateArguments): void {
  switch (by.calib_type) {
    case 'invert_acc_x':
      if (by.inverted !== null && !changing.inverted.delete(by.inverted)) changing.inverted.add(by.inverted);
      return;
    case 'initial_calib':
    case 'no_calib':
      changing.corrections = [];
      changing.inverted.clear();
      changing.received = by;
      return;
    case 'calib_acc_gyro':
    case 'calib_gyro':
    case 'calib_offset':
    case 'custom_calib': {
      const taken = new Set(by.sensors.flatMap(({ columns }) => columns));
      const others = changing.corrections.filter(({ correction }) => !correction.columns.some((one) => taken.has(one)));
      const added = by.sensors.map(({ columns, matrix, bias }) => ({ correction: { columns, matrix, bias }, by }));
      changing.corrections = [...others, ...added];
      return;
    }
    default:
      unreachable(by.calib_type);
  }
}

function unreachable(type: never): never {
  throw new Error(`unknown calibration ${String(type)}`);
}

/** Which calibration each sensor of a record has. */
export function calibrationInfos(variables: readonly string[], steps: readonly KeptStep[]): CalibrationInfo[] {
  const changes = changesOf(steps);
  return calibratedSensors(variables).map(({ module, columns }) => {
    const changing = changes.get(module);
    const own = changing?.corrections.find(({ correction }) => correction.columns.some((one) => columns.includes(one)));
    const by = own?.by ?? changing?.received;
    const isInverted = columns.some((one) => changing?.inverted.has(one));
    const calib_type = by?.calib_type ?? (isInverted ? 'invert_acc_x' : 'initial_calib');
    return { module, columns: [...columns], calib_type, source: by || isInverted ? 'step' : 'device' };
  });
}
