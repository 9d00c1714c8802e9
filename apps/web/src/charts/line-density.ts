import type uPlot from 'uplot';
import { type CurvePoints, pointsAround } from './trace-curve.ts';

/**
 * Plots wide that a line is long, ups and downs included, from where its dashes are only seen as noise, and from where
 * its width is.
 */
const [plainFrom, thinFrom] = [6, 20];

/** Values in order, with gaps, and in a table with rows of other curves. */
type Column = ArrayLike<number | null | undefined>;

/** How a line is drawn that does not go up and down much. */
export interface LineStyle {
  readonly dash?: number[];
  /** px */
  readonly width: number;
}

/** How far a line goes up and down from row `from` to row `to`, in its own unit. */
export function riseOf(column: Column, from: number, to: number): number {
  let rise = 0;
  let before = Number.NaN;
  for (let i = from; i <= to; i++) {
    const value = column[i];
    if (value == null || Number.isNaN(value)) continue;
    if (!Number.isNaN(before)) rise += Math.abs(value - before);
    before = value;
  }
  return rise;
}

/** @param widths that it is long, of the plot */
export function styleOfDense({ dash, width }: LineStyle, widths: number, pixelRatio: number): LineStyle {
  return {
    ...(dash && widths <= plainFrom && { dash }),
    width: widths > thinFrom ? Math.min(width, 1 / pixelRatio) : width,
  };
}

/**
 * Draws lines plain, then as thin as a pixel, that go up and down so often that the picture is the same. Without a GPU
 * Chromium draws a line of one pixel of the screen 10 to 85 times as fast as a wider one, whose outline it fills: 1 ms
 * instead of 85 of 100,000 px.
 */
export function thinWhereDense(plot: uPlot, styles: readonly LineStyle[], curves: readonly CurvePoints[] = []): void {
  for (const [i, style] of styles.entries()) {
    const series = plot.series[i + 1];
    if (series === undefined) continue;
    const { min, max } = plot.scales[series.scale ?? ''] ?? {};
    const span = (max ?? 0) - (min ?? 0);
    const pixels = span > 0 ? (riseIn(plot, i, curves[i]) * plot.bbox.height) / span : 0;
    const { dash, width } = styleOfDense(style, pixels / plot.bbox.width, devicePixelRatio);
    series.width = width;
    if (dash === undefined) delete series.dash;
    else series.dash = dash;
  }
}

function riseIn(plot: uPlot, i: number, curve: CurvePoints | undefined): number {
  if (curve === undefined) return riseOf(plot.data[i + 1] ?? [], ...(plot.series[0]?.idxs ?? [0, -1]));
  const { min, max } = plot.scales.x ?? {};
  return riseOf(curve.values, ...pointsAround(curve, { from: min ?? 0, to: max ?? 0 }));
}
