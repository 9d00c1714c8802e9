import type uPlot from 'uplot';
import type { Language } from '../base/appearance.ts';

import { formatChrono } from '../ui/chrono.ts';
import type { Curve, ValueRange } from './curve.ts';
import { formatFigure } from './format-figure.ts';
import type { TimeWindow } from './time-window.ts';
import { valueMarksOf } from './value-marks.ts';

export type YAxis = 'y1' | 'y2';

/** Lines that tell curves of one colour apart, the plainest first. */
export const curveLines = ['solid', 'dashed', 'dotted'] as const;
export type CurveLine = (typeof curveLines)[number];

/** px drawn and left out. */
const dashes: { readonly [L in CurveLine]: { dash?: number[] } } = {
  solid: {},
  dashed: { dash: [5, 3] },
  dotted: { dash: [2, 3] },
};

export interface ChartSeries extends Curve {
  readonly stroke: string;
  readonly axis: YAxis;
  readonly line: CurveLine;
  /** Its values are s of a pace, printed as min:s. */
  readonly isPace?: boolean;
}

/** A neutral band behind the curves; only the active one is indigo. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly active: boolean;
}

export interface ChartColours {
  readonly plot: string;
  readonly grid: string;
  readonly axis: string;
  readonly outline: string;
  readonly sel: string;
  readonly primaryInk: string;
}

/** What a chart reads again at each drawing, so that moving the window does not build it anew. */
export interface ChartState {
  window: TimeWindow;
  /** Undefined without a value to draw: then there is no axis. */
  y1: ValueRange | undefined;
  y2: ValueRange | undefined;
  bands: readonly Band[];
}

/** px; the room of a y axis, the same on both sides of every graph so that they stand under one another. */
export function sideWidth(compact: boolean): number {
  return compact ? 34 : 46;
}
const timeAxisHeight = 24;

/** Of a scale on which nothing is drawn. */
export const noRange: ValueRange = [0, 1];

/** s between the marks of a time axis: what people count in. */
const timeSteps = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
  14_400,
];

function timeMarks(marks: readonly number[]): string[] {
  const step = (marks[1] ?? 1) - (marks[0] ?? 0);
  const decimals = step >= 0.999 ? 0 : step >= 0.0999 ? 1 : step >= 0.00999 ? 2 : 3;
  // Before the start there is no time to tell.
  return marks.map((mark) => (mark < -1e-9 ? '' : formatChrono(mark, decimals)));
}

/** Decimals that tell the marks of a y axis apart. */
function valueMarks(marks: readonly number[], language: Language, isPace: boolean): string[] {
  const step = Math.abs((marks[1] ?? 0) - (marks[0] ?? 0)) || Math.abs(marks[0] ?? 1) || 1;
  const decimals = Math.min(6, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return marks.map((mark) => formatFigure(mark, decimals, language, isPace));
}

/** Share of the outline's colour: neutral bands darken where they nest. */
const bandStrength = 0.13;

/** The active band below the neutral ones, then every border, the active one's on top. */
function drawBands(plot: uPlot, state: ChartState, colours: ChartColours): void {
  const { ctx, bbox } = plot;
  const right = bbox.left + bbox.width;
  const activeLast = [...state.bands].sort((a, b) => Number(a.active) - Number(b.active));
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

function drawZeroLine(plot: uPlot, state: ChartState, colours: ChartColours): void {
  if (state.y1 === undefined || state.y1[0] >= 0 || state.y1[1] <= 0) return;
  const { ctx, bbox } = plot;
  const pxRatio = devicePixelRatio;
  const y = Math.round(plot.valToPos(0, 'y1', true)) + 0.5;
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

interface Given {
  readonly width: number;
  readonly height: number;
  readonly series: readonly ChartSeries[];
  readonly colours: ChartColours;
  readonly font: string;
  readonly language: Language;
  readonly timeAxis: boolean;
  readonly compact: boolean;
  /** px */
  readonly lineWidth?: number;
}

/** px; the width of curves unless somebody set another. */
const usualLineWidth = 1.6;
/** Of the width on y1. */
const widthOnY2 = 0.875;

/** uPlot's options of one graph; gestures, cursor and legend are ours (nothing floats over the curves). */
export function chartOptions(given: Given, state: ChartState): uPlot.Options {
  const { colours, series } = given;
  const grid = { stroke: colours.grid, width: 1 };
  const hasY1 = series.some((one) => one.axis === 'y1');
  const side = sideWidth(given.compact);
  const common = { stroke: colours.axis, font: given.font, ticks: { show: false } };
  const isPaced = (name: YAxis) => series.some((one) => one.axis === name && one.isPace);
  const axisOf = (name: YAxis): uPlot.Axis => ({
    ...common,
    scale: name,
    size: side,
    gap: given.compact ? 4 : 8,
    splits: (plot) => {
      const range = state[name];
      return range === undefined ? [] : valueMarksOf(...range, plot.bbox.height / devicePixelRatio);
    },
    values: (_, marks) => valueMarks(marks, given.language, isPaced(name)),
  });
  return {
    width: given.width,
    height: given.height,
    padding: [6, 0, given.timeAxis ? 0 : 7, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, range: () => [state.window.from, state.window.to] },
      y1: { range: () => [...(state.y1 ?? noRange)] },
      y2: { range: () => [...(state.y2 ?? noRange)] },
    },
    axes: [
      {
        ...common,
        // Every graph has the lines, the last one the times.
        grid,
        size: given.timeAxis ? timeAxisHeight : 0,
        gap: 6,
        space: 70,
        incrs: timeSteps,
        values: (_, marks) => (given.timeAxis ? timeMarks(marks) : marks.map(() => '')),
      },
      { ...axisOf('y1'), grid },
      // Alone it has the lines, too.
      { ...axisOf('y2'), side: 1, grid: hasY1 ? { show: false } : grid },
    ],
    series: [
      {},
      ...series.map(
        (one): uPlot.Series => ({
          scale: one.axis,
          stroke: one.stroke,
          width: (given.lineWidth ?? usualLineWidth) * (one.axis === 'y2' ? widthOnY2 : 1),
          ...dashes[one.line],
          points: { show: false },
        }),
      ),
    ],
    hooks: {
      drawClear: [
        (plot) => {
          drawBands(plot, state, colours);
          drawZeroLine(plot, state, colours);
        },
      ],
    },
  };
}
