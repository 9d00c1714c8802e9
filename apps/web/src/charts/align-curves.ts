import type { Curve } from './curve.ts';

/** uPlot's table: one time column, then one column a curve. */
export type AlignedTable = [number[], ...(number | null | undefined)[][]];

/**
 * Joins curves whose points stand at different times. `null` is a gap of the signal, `undefined` a time that only
 * another curve has, through which the line runs on.
 */
export function alignCurves(curves: readonly Pick<Curve, 'timesSeconds' | 'values'>[]): AlignedTable {
  const times = allTimes(curves);
  return [times, ...curves.map((curve) => columnOf(curve, times))];
}

/** Each time once, in order. */
function allTimes(curves: readonly Pick<Curve, 'timesSeconds'>[]): number[] {
  const all = new Float64Array(curves.reduce((length, { timesSeconds }) => length + timesSeconds.length, 0));
  let filled = 0;
  for (const { timesSeconds } of curves) {
    all.set(timesSeconds, filled);
    filled += timesSeconds.length;
  }
  const sorted = curves.length > 1 ? all.sort() : all;
  const times: number[] = [];
  for (let i = 0; i < sorted.length; i++) {
    const time = sorted[i];
    if (time !== undefined && time !== times[times.length - 1]) times.push(time);
  }
  return times;
}

function columnOf({ timesSeconds, values }: Pick<Curve, 'timesSeconds' | 'values'>, times: readonly number[]) {
  const column: (number | null | undefined)[] = [];
  let position = 0;
  for (let row = 0; row < times.length; row++) {
    if (timesSeconds[position] !== times[row]) {
      column.push(undefined);
      continue;
    }
    const value = values[position];
    column.push(Number.isNaN(value) ? null : value);
    position++;
  }
  return column;
}
