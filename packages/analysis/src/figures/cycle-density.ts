import { pointsOfCycle, stretchCycle } from '@sillage/signal';
import type { FigureSeries } from './figure.ts';

interface Span {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** Rows of the grid: as many as a drawing shows apart. */
const rows = 72;

/** Every cycle, however many: how many of their curves pass each place; undefined where none has a value. */
export function cycleDensity(
  timesSeconds: Float64Array,
  values: Float64Array,
  spans: readonly Span[],
): FigureSeries | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const curves = spans.map((span) => {
    const curve = Float32Array.from(stretchCycle(timesSeconds, values, span), (one) =>
      Number.isFinite(Math.fround(one)) ? one : Number.NaN,
    );
    for (const value of curve) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return curve;
  });
  if (!(most > least)) return undefined;
  const height = (most - least) / rows;
  const counts = new Uint32Array(pointsOfCycle * rows);
  const rowOf = (value: number) => Math.min(rows - 1, Math.floor((value - least) / height));
  for (const curve of curves) {
    for (let column = 0; column < pointsOfCycle; column++) {
      const value = curve[column]!;
      if (Number.isNaN(value)) continue;
      // A steep curve passes all the rows half of the way to the columns beside it.
      const reached = [value, middle(curve[column - 1], value), middle(curve[column + 1], value)].map(rowOf);
      const last = Math.max(...reached);
      for (let row = Math.min(...reached); row <= last; row++) counts[column * rows + row]!++;
    }
  }
  return {
    kind: 'density',
    name: { fr: `${spans.length} cycles superposés`, en: `${spans.length} cycles overlaid` },
    x: Array.from({ length: pointsOfCycle }, (_, i) => i),
    y: Array.from({ length: rows }, (_, i) => least + (i + 0.5) * height),
    counts: Array.from(counts),
  };
}

const middle = (beside: number | undefined, value: number) =>
  beside === undefined || Number.isNaN(beside) ? value : (beside + value) / 2;
