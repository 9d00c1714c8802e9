import type { SensorCalibration, TurnedAxis } from '@sillage/contract';
import type { CalibratedSensor, ModuleCorrections } from '@sillage/domain';
import { identity, product } from '@sillage/signal/calibration';

/**
 * Sensors whose axes are exchanged or reversed: corrected = T · present · (received − bias). Inversions of the module are counted
 * apart and come after it, so that T is seen through them.
 * @returns only those all of whose axes are named, each as one of the same sensor
 */
export function turnedSensors(
  sensors: readonly (CalibratedSensor & { readonly unit: string })[],
  axes: readonly TurnedAxis[],
  { corrections, inverted }: ModuleCorrections,
): SensorCalibration[] {
  return sensors.flatMap(({ kind, unit, columns }) => {
    const own = columns.map((column) => axes.find((axis) => axis.column === column));
    const froms = own.map((axis) => (axis === undefined ? -1 : columns.indexOf(axis.from)));
    if (columns.length !== 3 || froms.includes(-1)) return [];
    const signs = columns.map((column) => (inverted.has(column) ? -1 : 1));
    const turn = froms.flatMap((from, row) =>
      columns.map((_, column) =>
        column === from ? (own[row]?.sign ?? 1) * (signs[row] ?? 1) * (signs[column] ?? 1) : 0,
      ),
    );
    const present = corrections.find((one) => one.columns.join() === columns.join()) ?? identity(columns);
    const matrix = product(turn, present.matrix, 3);
    const gains = [0, 3, 6].map((row) => 1 / Math.hypot(...matrix.slice(row, row + 3)));
    return [
      {
        ...{ kind, unit, columns: [...columns], matrix, bias: [...present.bias] },
        ...{ gains, noise: null, before: null, after: null, residual: null },
      },
    ];
  });
}
