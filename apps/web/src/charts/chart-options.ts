import type { Language } from '@sillage/contract';
import type uPlot from 'uplot';

import { formatChrono } from '../ui/chrono.ts';
import type { ChartColours } from './colours.ts';
import type { Curve, ValueRange } from './curve.ts';
import { type Band, drawBands, drawZeroLine } from './draw-bands.ts';
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

/** How one curve is drawn. */
export interface CurveLook {
  readonly stroke: string;
  readonly axis: YAxis;
  readonly line: CurveLine;
  /** Its values are s of a pace, printed as min:s. */
  readonly isPace?: boolean;
}

export interface ChartSeries extends Curve, CurveLook {}

/** What a canvas is made for: it shows other points, never other curves. */
export interface PlotLook {
  readonly series: readonly CurveLook[];
  /** px */
  readonly lineWidth: number;
  /** Every graph has its lines, the last of a column the times, too. */
  readonly timeAxis: boolean;
  /** Values are marked by dots as long as there are fewer. */
  readonly dotsBelow: number;
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

/** What a canvas takes from its place and its page. */
export interface ChartStyle {
  /** px */
  readonly width: number;
  readonly height: number;
  readonly colours: ChartColours;
  readonly font: string;
  readonly language: Language;
  /** Phone: narrow axes. */
  readonly compact: boolean;
}

/** px; the width of curves unless somebody set another. */
export const usualLineWidth = 1.6;
/** Of the width on y1. */
const widthOnY2 = 0.875;

/** The time axis below, then y1 at the left and y2 at the right. */
function axesOf(look: PlotLook, style: ChartStyle, state: ChartState): uPlot.Axis[] {
  const grid = { stroke: style.colours.grid, width: 1 };
  const common = { stroke: style.colours.axis, font: style.font, ticks: { show: false } };
  const has = (name: YAxis) => look.series.some((one) => one.axis === name);
  const isPaced = (name: YAxis) => look.series.some((one) => one.axis === name && one.isPace);
  const valueAxis = (name: YAxis): uPlot.Axis => ({
    ...common,
    scale: name,
    size: sideWidth(style.compact),
    gap: style.compact ? 4 : 8,
    splits: (plot) => {
      const range = state[name];
      return range === undefined ? [] : valueMarksOf(...range, plot.bbox.height / devicePixelRatio);
    },
    values: (_, marks) => valueMarks(marks, style.language, isPaced(name)),
  });
  return [
    {
      ...common,
      grid,
      size: look.timeAxis ? timeAxisHeight : 0,
      gap: 6,
      space: 70,
      incrs: timeSteps,
      values: (_, marks) => (look.timeAxis ? timeMarks(marks) : marks.map(() => '')),
    },
    { ...valueAxis('y1'), grid },
    // Alone it has the lines, too.
    { ...valueAxis('y2'), side: 1, grid: has('y1') ? { show: false } : grid },
  ];
}

function seriesOf({ series, lineWidth, dotsBelow }: PlotLook): uPlot.Series[] {
  return series.map((one) => ({
    scale: one.axis,
    stroke: one.stroke,
    width: lineWidth * (one.axis === 'y2' ? widthOnY2 : 1),
    ...dashes[one.line],
    points: dotsBelow > 0 ? { show: (plot) => plot.data[0].length < dotsBelow, size: 4 } : { show: false },
  }));
}

/** uPlot's options of one graph; gestures, cursor and legend are ours (nothing floats over the curves). */
export function chartOptions(look: PlotLook, style: ChartStyle, state: ChartState): uPlot.Options {
  return {
    width: style.width,
    height: style.height,
    padding: [6, 0, look.timeAxis ? 0 : 7, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, range: () => [state.window.from, state.window.to] },
      y1: { range: () => [...(state.y1 ?? noRange)] },
      y2: { range: () => [...(state.y2 ?? noRange)] },
    },
    axes: axesOf(look, style, state),
    series: [{}, ...seriesOf(look)],
    hooks: {
      drawClear: [
        (plot) => {
          drawBands(plot, state.bands, style.colours);
          drawZeroLine(plot, state.y1, style.colours);
        },
      ],
    },
  };
}
