import type uPlot from 'uplot';
import type { ChartColours } from './colours.ts';
import { type ValueRanges, yAxes } from './y-axes.ts';

/** A neutral band behind the curves; only the active one is indigo. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly active: boolean;
}

/** Share of the outline's colour: neutral bands darken where they nest. */
const bandStrength = 0.13;

/** The active band below the neutral ones, then every border, the active one's on top. */
export function drawBands(plot: uPlot, bands: readonly Band[], colours: ChartColours): void {
  const { ctx, bbox } = plot;
  const right = bbox.left + bbox.width;
  const activeLast = [...bands].sort((a, b) => Number(a.active) - Number(b.active));
  ctx.save();
  for (const band of activeLast.toReversed()) {
    const from = Math.max(bbox.left, plot.valToPos(band.from, 'x', true));
    const to = Math.min(right, plot.valToPos(band.to, 'x', true));
    if (to <= from) continue;
    ctx.fillStyle = band.active ? colours.sel : colours.outline;
    ctx.globalAlpha = band.active ? 1 : bandStrength;
    ctx.fillRect(from, bbox.top, to - from, bbox.height);
  }
  ctx.globalAlpha = 1;
  for (const band of activeLast) drawBorders(plot, band, colours);
  ctx.restore();
}

/** A pale stripe from one value to another of the first axis, behind the curves, with dashed borders. */
export function drawStripe(
  plot: uPlot,
  stripe: { readonly from: number; readonly to: number },
  colours: ChartColours,
): void {
  const { ctx, bbox } = plot;
  const [top, bottom] = [bbox.top, bbox.top + bbox.height];
  const within = (value: number) => Math.min(bottom, Math.max(top, plot.valToPos(value, 'y1', true)));
  const [upper, lower] = [within(stripe.to), within(stripe.from)];
  const pxRatio = devicePixelRatio;
  ctx.save();
  ctx.fillStyle = colours.outline;
  ctx.globalAlpha = bandStrength;
  ctx.fillRect(bbox.left, upper, bbox.width, lower - upper);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = colours.outline;
  ctx.lineWidth = pxRatio;
  ctx.setLineDash([3 * pxRatio, 3 * pxRatio]);
  ctx.beginPath();
  for (const edge of [upper, lower]) {
    if (edge <= top || edge >= bottom) continue;
    ctx.moveTo(bbox.left, Math.round(edge) + 0.5);
    ctx.lineTo(bbox.left + bbox.width, Math.round(edge) + 0.5);
  }
  ctx.stroke();
  ctx.restore();
}

function drawBorders(plot: uPlot, band: Band, colours: ChartColours): void {
  const { ctx, bbox } = plot;
  const pxRatio = devicePixelRatio;
  ctx.strokeStyle = band.active ? colours.primaryInk : colours.outline;
  ctx.lineWidth = pxRatio;
  ctx.setLineDash(band.active ? [] : [3 * pxRatio, 3 * pxRatio]);
  ctx.beginPath();
  for (const edge of [band.from, band.to]) {
    const x = Math.round(plot.valToPos(edge, 'x', true)) + 0.5;
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
  }
  ctx.stroke();
}

/** Where the values of the first axis are positive and negative. */
export function drawZeroLine(plot: uPlot, ranges: ValueRanges, colours: ChartColours): void {
  const axis = yAxes.find((name) => ranges[name] !== undefined);
  const range = axis && ranges[axis];
  if (axis === undefined || range === undefined || range[0] >= 0 || range[1] <= 0) return;
  const { ctx, bbox } = plot;
  const pxRatio = devicePixelRatio;
  const y = Math.round(plot.valToPos(0, axis, true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colours.outline;
  ctx.globalAlpha = 0.7;
  ctx.lineWidth = pxRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
