import type uPlot from 'uplot';

/** Plots wide that a line is long, ups and downs included, from where its dashes are no longer seen as such. */
const mostWidths = 6;

/** A table's column with rows of other curves and gaps in it. */
type Column = ArrayLike<number | null | undefined>;

/** How far a line goes up and down from row `from` to row `to`, in its own unit. */
export function riseOf(column: Column, from: number, to: number): number {
  let rise = 0;
  let before = Number.NaN;
  for (let i = from; i <= to; i++) {
    const value = column[i];
    if (value == null) continue;
    if (!Number.isNaN(before)) rise += Math.abs(value - before);
    before = value;
  }
  return rise;
}

/**
 * Draws lines plain that go up and down so often that dashes would only be seen as noise: they take 25 times as long to
 * draw, in Chromium without a GPU 170 ms a curve at the width of a screen.
 */
export function dashWhereReadable(plot: uPlot, dashes: readonly (number[] | undefined)[]): void {
  const [from, to] = plot.series[0]?.idxs ?? [0, -1];
  for (const [i, dash] of dashes.entries()) {
    const series = plot.series[i + 1];
    if (series === undefined || dash === undefined) continue;
    const { min, max } = plot.scales[series.scale ?? ''] ?? {};
    const span = (max ?? 0) - (min ?? 0);
    const pixels = span > 0 ? (riseOf(plot.data[i + 1] ?? [], from, to) * plot.bbox.height) / span : 0;
    if (pixels > mostWidths * plot.bbox.width) delete series.dash;
    else series.dash = dash;
  }
}
