import type { Curve } from './curve.ts';

/** uPlot's table: one time column, then one column a curve. */
export type AlignedTable = [number[], ...(number | null | undefined)[][]];

/**
 * Joins curves whose points stand at different times. `null` is a gap of the signal, `undefined` a time that only
 * another curve has, through which the line runs on.
 */
export function alignCurves(curves: readonly Curve[]): AlignedTable {
  const at = curves.map(() => 0);
  const times: number[] = [];
  const columns: (number | null | undefined)[][] = curves.map(() => []);
  for (;;) {
    let next = Number.POSITIVE_INFINITY;
    for (const [index, curve] of curves.entries()) {
      next = Math.min(next, curve.timesSeconds[at[index] ?? 0] ?? Number.POSITIVE_INFINITY);
    }
    if (next === Number.POSITIVE_INFINITY) break;
    times.push(next);
    for (const [index, curve] of curves.entries()) {
      const position = at[index] ?? 0;
      const here = curve.timesSeconds[position] === next;
      const value = here ? curve.values[position] : undefined;
      columns[index]?.push(here ? (Number.isNaN(value) ? null : value) : undefined);
      if (here) at[index] = position + 1;
    }
  }
  return [times, ...columns];
}
