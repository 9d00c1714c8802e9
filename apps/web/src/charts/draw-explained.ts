import type uPlot from 'uplot';
import type { ChartColours } from './colours.ts';
import { type CurvePoints, pointsAround } from './trace-curve.ts';
import type { YAxis } from './y-axes.ts';

/** The samples that an explained number is computed of: they stand out from the curves that they are part of. */
export interface ExplainedSamples {
  /** Names of the variables. */
  readonly variables: ReadonlySet<string>;
  /** In order, as the x axis has them. */
  readonly pieces: readonly { readonly from: number; readonly to: number }[];
  /** How long they last, written on the bracket. */
  readonly label: string;
}

export interface ExplainedCurve {
  readonly curve: CurvePoints;
  readonly axis: YAxis;
}

/** Share of the indigo in the area. */
const areaStrength = 0.17;
/** px; of the curve, of the bracket from the top of the graph, and of its ends. */
const [curveWidth, bracketTop, bracketEnd] = [3.5, 16, 5];
/** px; a bracket that is shorter has no words. */
const leastBracket = 60;

/** Draws the samples over the curves: thick, with the area below them, and over the window a bracket that says its length. */
export function drawExplained(
  plot: uPlot,
  { pieces, label }: ExplainedSamples,
  curves: readonly ExplainedCurve[],
  colours: ChartColours,
): void {
  const { ctx, bbox } = plot;
  if (curves.length === 0) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = colours.primaryInk;
  ctx.fillStyle = colours.primaryInk;
  ctx.lineJoin = 'round';
  for (const { curve, axis } of curves) {
    for (const piece of pieces) drawPiece(plot, curve, axis, piece);
  }
  drawBracket(plot, pieces, label, colours);
  ctx.restore();
}

function drawPiece(plot: uPlot, curve: CurvePoints, axis: YAxis, piece: { from: number; to: number }): void {
  const { ctx, bbox } = plot;
  const { min: from = 0, max: to = 0 } = plot.scales.x ?? {};
  const seen = { from: Math.max(piece.from, from ?? 0), to: Math.min(piece.to, to ?? 0) };
  if (seen.to <= seen.from) return;
  const zero = Math.min(bbox.top + bbox.height, Math.max(bbox.top, plot.valToPos(0, axis, true)));
  const [start, end] = pointsAround(curve, seen);
  const [line, area] = [new Path2D(), new Path2D()];
  let last: number | undefined;
  for (let i = start; i <= end; i++) {
    const [time, value] = [curve.timesSeconds[i] ?? Number.NaN, curve.values[i] ?? Number.NaN];
    if (time < seen.from || time > seen.to || Number.isNaN(value)) continue;
    const [x, y] = [plot.valToPos(time, 'x', true), plot.valToPos(value, axis, true)];
    if (last === undefined) {
      line.moveTo(x, y);
      area.moveTo(x, zero);
    } else line.lineTo(x, y);
    area.lineTo(x, y);
    last = x;
  }
  if (last === undefined) return;
  area.lineTo(last, zero);
  ctx.globalAlpha = areaStrength;
  ctx.fill(area);
  ctx.globalAlpha = 1;
  ctx.lineWidth = curveWidth * devicePixelRatio;
  ctx.stroke(line);
}

function drawBracket(plot: uPlot, pieces: ExplainedSamples['pieces'], label: string, colours: ChartColours): void {
  const { ctx, bbox } = plot;
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined) return;
  const ratio = devicePixelRatio;
  const from = Math.max(bbox.left, plot.valToPos(first.from, 'x', true));
  const to = Math.min(bbox.left + bbox.width, plot.valToPos(last.to, 'x', true));
  if (to <= from) return;
  const y = bbox.top + bracketTop * ratio;
  ctx.lineWidth = 1.5 * ratio;
  ctx.beginPath();
  ctx.moveTo(from, y);
  ctx.lineTo(to, y);
  for (const x of [from, to]) {
    ctx.moveTo(x, y - bracketEnd * ratio);
    ctx.lineTo(x, y + bracketEnd * ratio);
  }
  ctx.stroke();
  if (to - from < leastBracket * ratio) return;
  ctx.font = `600 ${11 * ratio}px Roboto, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  // The words lie on the curves: what is around them is the plot.
  ctx.lineWidth = 3 * ratio;
  ctx.strokeStyle = colours.plot;
  ctx.strokeText(label, (from + to) / 2, y - 2 * ratio);
  ctx.fillText(label, (from + to) / 2, y - 2 * ratio);
}
