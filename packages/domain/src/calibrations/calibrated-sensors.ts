import type { CalibratedKind } from '@sillage/contract';
import { isDull, type QuantityName, quantityOf } from '../quantities/index.ts';

/** Columns of a module that are calibrated together. */
export interface CalibratedSensor {
  readonly module: string;
  readonly kind: CalibratedKind;
  /** x, y and z of an accelerometer or a gyroscope, one of any other. */
  readonly columns: readonly string[];
}

const axisName = /^(.*?)_?([xyz])$/i;
const axes = ['x', 'y', 'z'];
/** What is computed or counted has no zero that somebody could measure. */
const withoutZero: ReadonlySet<QuantityName | undefined> = new Set<QuantityName>([
  'speed',
  'integratedSpeed',
  'cadence',
  'power',
  'heartRate',
  'altitude',
  'distance',
  'acceleration',
  'rotation',
]);

/** What turns, and states of the device itself: nobody takes a load off them. */
const unloaded = /(^|_)(roll|pitch|yaw|heading|course|mag|q(uat)?_?[wxyz0-3]$|angle|batt|volt|rssi|snr|sat|fix)/i;

/** Whether a variable (`module.column`) measures what somebody can take away: a force, a torque, a pressure; names that nobody has agreed on may. */
export function measuresLoad(variable: string): boolean {
  const quantity = quantityOf(variable)?.name;
  if (quantity !== undefined) return quantity === 'force' || quantity === 'torque';
  return !isDull(variable) && !unloaded.test(partsOf(variable)[1]);
}

/** The sensors among a record's variables (`module.column`) that can be calibrated. */
export function calibratedSensors(variables: readonly string[]): CalibratedSensor[] {
  const triples = new Map<string, { sensor: CalibratedSensor; byAxis: Map<string, string> }>();
  const others: CalibratedSensor[] = [];
  for (const variable of variables) {
    const [module, column] = partsOf(variable);
    // Computed of others.
    if (/^derived(_|$)/.test(module)) continue;
    const quantity = quantityOf(variable)?.name;
    const axis = axisName.exec(column);
    const kind = kindOf(column);
    if (kind === 'other') {
      if (!isDull(variable) && !withoutZero.has(quantity)) others.push({ module, kind, columns: [column] });
    } else if (axis !== null) {
      const key = `${module}.${axis[1]}`;
      const known = triples.get(key) ?? { sensor: { module, kind, columns: [] }, byAxis: new Map() };
      triples.set(key, known);
      known.byAxis.set((axis[2] ?? '').toLowerCase(), column);
    }
  }
  const whole = [...triples.values()].flatMap(({ sensor, byAxis }) => {
    const columns = axes.flatMap((axis) => byAxis.get(axis) ?? []);
    return columns.length === axes.length ? [{ ...sensor, columns }] : [];
  });
  return [...whole, ...others];
}

/** Also of a table that names several modules in one: `imu_acc_x`. */
function kindOf(column: string): CalibratedKind {
  if (/(^|_)acc/i.test(column)) return 'acc';
  return /(^|_)(gyr|rot)/i.test(column) ? 'gyro' : 'other';
}

function partsOf(variable: string): [module: string, column: string] {
  const dot = variable.indexOf('.');
  return dot < 0 ? ['', variable] : [variable.slice(0, dot), variable.slice(dot + 1)];
}
