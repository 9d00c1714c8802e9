import type { Language } from '@sillage/contract';
import type uPlot from 'uplot';

import type { ChartColours } from './colours.ts';
import type { Curve, ValueRange } from './curve.ts';
import { type Band, drawBands, drawStripe, drawZeroLine } from './draw-bands.ts';
import { drawExplained, type ExplainedCurve, type ExplainedSamples } from './draw-explained.ts';
import { type LineStyle, thinWhereDense } from './line-density.ts';
import type { TimeWindow } from './time-window.ts';
import { type CurvePlace, type CurvePoints, traceCurve } from './trace-curve.ts';
import { sayValueMarks, valueMarksOf } from './value-marks.ts';
import { clockMarks } from './wall-clock.ts';
import { type AlongGraphs, xMarks, xSteps } from './x-marks.ts';
import { type ValueRanges, type YAxis, yAxes } from './y-axes.ts';

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
  /** px, where it is another than that of all curves. */
  readonly width?: number;
  /** Its values are s of a pace, printed as min:s. */
  readonly isPace?: boolean;
}

export interface ChartSeries extends Curve, CurveLook {}

/** What a canvas is made for: it shows other points, never other curves. */
export interface PlotLook extends AlongGraphs {
  readonly series: readonly CurveLook[];
  /** px */
  readonly lineWidth: number;
  /** Every graph has its lines, the last of a column the times or distances, too. */
  readonly timeAxis: boolean;
  /** Axes at the right that there is room for, the same in every graph of a column. */
  readonly rightAxes: RightAxes;
  /** Values are marked by dots as long as there are fewer. */
  readonly dotsBelow: number;
}

/** What a chart reads again at each drawing, so that moving the window does not build it anew. */
export interface ChartState {
  window: TimeWindow;
  ranges: ValueRanges;
  bands: readonly Band[];
  /** Values of the first axis between which the curves should lie. */
  stripe?: { readonly from: number; readonly to: number } | undefined;
  /** What stands out of the curves, and on which of them. */
  explained?: { readonly samples: ExplainedSamples; readonly curves: readonly ExplainedCurve[] } | undefined;
  /** In the order of the looks. */
  curves?: readonly CurvePoints[];
}

export type RightAxes = 1 | 2;

/** px; the room of a y axis, the same beside every graph so that they stand under one another. */
export function sideWidth(compact: boolean): number {
  return compact ? 34 : 46;
}

/** px; the room of all y axes. */
export function sidesWidth(rightAxes: RightAxes, compact: boolean): number {
  return sideWidth(compact) * (1 + rightAxes);
}
/** px */
export const timeAxisHeight = 24;

/** Of a scale on which nothing is drawn. */
export const noRange: ValueRange = [0, 1];

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
const widthAtTheRight = 0.875;
/** px; of the line of an axis that is not the plain one. */
const axisLineWidth = 1.5;

/** The time axis below, then y1 at the left, y2 and y3 at the right. */
function axesOf(look: PlotLook, style: ChartStyle, state: ChartState): uPlot.Axis[] {
  const grid = { stroke: style.colours.grid, width: 1 };
  const common = { stroke: style.colours.axis, font: style.font, ticks: { show: false } };
  const first = yAxes.find((name) => look.series.some((one) => one.axis === name)) ?? 'y1';
  const isPaced = (name: YAxis) => look.series.some((one) => one.axis === name && one.isPace);
  const valueAxis = (name: YAxis): uPlot.Axis => ({
    ...common,
    scale: name,
    size: sideWidth(style.compact),
    gap: style.compact ? 4 : 8,
    splits: (plot) => {
      const range = state.ranges[name];
      return range === undefined ? [] : valueMarksOf(...range, plot.bbox.height / devicePixelRatio);
    },
    values: (_, marks) => sayValueMarks(marks, style.compact ? 5 : 6, style.language, isPaced(name)),
    // Alone an axis at the right has the lines.
    grid: name === first ? grid : { show: false },
  });
  const rightAxis = (name: YAxis): uPlot.Axis => {
    const curve = look.series.find((one) => one.axis === name);
    const border = curve && { show: true, stroke: curve.stroke, width: axisLineWidth, ...dashes[curve.line] };
    return { ...valueAxis(name), side: 1, ...(border && { border }) };
  };
  const { clock } = look;
  return [
    {
      ...common,
      grid,
      size: look.timeAxis ? timeAxisHeight : 0,
      gap: 6,
      space: clock === undefined ? 70 : 90,
      incrs: xSteps[look.x],
      ...(clock && { splits: (_plot, _axis, from, to, step) => clockMarks(clock, from, to, step) }),
      values: (_, marks) => (look.timeAxis ? xMarks(look, marks, style.language) : marks.map(() => '')),
    },
    valueAxis('y1'),
    rightAxis('y2'),
    ...(look.rightAxes > 1 ? [rightAxis('y3')] : []),
  ];
}

function styleOf({ axis, line, width }: CurveLook, { lineWidth }: PlotLook): LineStyle {
  return { width: width ?? lineWidth * (axis === 'y1' ? 1 : widthAtTheRight), ...dashes[line] };
}

/** The curve of a series as it lies on the canvas now. */
function traced(plot: uPlot, place: number, { curves = [] }: ChartState, dotsBelow: number): uPlot.Series.Paths | null {
  const curve = curves[place - 1];
  const { min: from, max: to } = plot.scales.x ?? {};
  const { min: low, max: high } = plot.scales[plot.series[place]?.scale ?? ''] ?? {};
  if (curve === undefined || from == null || to == null || low == null || high == null) return null;
  const path = new Path2D();
  const at: CurvePlace = { ...plot.bbox, window: { from, to }, range: [low, high] };
  traceCurve(path, curve, at);
  return { stroke: path, fill: curve.values.length < dotsBelow ? dotsOf(curve, at) : null, clip: null };
}

/** px */
const dotRadius = 2;

/** A mark at each value. */
function dotsOf({ timesSeconds, values }: CurvePoints, place: CurvePlace): Path2D {
  const { window, range, left, top, width, height } = place;
  const path = new Path2D();
  for (const [index, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const share = ((timesSeconds[index] ?? 0) - window.from) / (window.to - window.from);
    const [x, y] = [left + share * width, top + ((range[1] - value) / (range[1] - range[0])) * height];
    path.moveTo(x + dotRadius * devicePixelRatio, y);
    path.arc(x, y, dotRadius * devicePixelRatio, 0, 2 * Math.PI);
  }
  return path;
}

function seriesOf(look: PlotLook, state: ChartState): uPlot.Series[] {
  const { dotsBelow } = look;
  return look.series.map((one) => ({
    scale: one.axis,
    stroke: one.stroke,
    // Of the dots alone: the line has nothing below it.
    ...(dotsBelow > 0 && { fill: one.stroke }),
    ...styleOf(one, look),
    paths: (plot, place) => traced(plot, place, state, dotsBelow),
    points: { show: false },
  }));
}

/** uPlot's options of one graph; gestures, cursor and legend are ours (nothing floats over the curves). */
export function chartOptions(look: PlotLook, style: ChartStyle, state: ChartState): uPlot.Options {
  const styles = look.series.map((one) => styleOf(one, look));
  return {
    width: style.width,
    height: style.height,
    padding: [6, 0, look.timeAxis ? 0 : 7, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, range: () => [state.window.from, state.window.to] },
      ...Object.fromEntries(yAxes.map((name) => [name, { range: () => [...(state.ranges[name] ?? noRange)] }])),
    },
    axes: axesOf(look, style, state),
    series: [{}, ...seriesOf(look, state)],
    hooks: {
      drawClear: [
        (plot) => {
          thinWhereDense(plot, styles, state.curves);
          drawBands(plot, state.bands, style.colours);
          if (state.stripe) drawStripe(plot, state.stripe, style.colours);
          drawZeroLine(plot, state.ranges, style.colours);
        },
      ],
      draw: [
        (plot) => {
          const { explained } = state;
          if (explained) drawExplained(plot, explained.samples, explained.curves, style.colours);
        },
      ],
    },
  };
}
