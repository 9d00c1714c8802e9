import type { ChartSeries, ChartState } from './chart-options.ts';
import { axisRange, nearestIndex, unifyZero, valueAt } from './curve.ts';
import type { Band } from './draw-bands.ts';
import type { ExplainedSamples } from './draw-explained.ts';
import type { PlotCanvas } from './plot-canvas.ts';
import type { RubberBand } from './plot-gestures.ts';
import type { TimeWindow } from './time-window.ts';
import { type ValueRanges, type YAxis, yAxes } from './y-axes.ts';

export interface GraphGiven {
  readonly series: readonly (ChartSeries & { readonly variable: string })[];
  /** What an explained number is computed of. */
  readonly explained: ExplainedSamples | undefined;
  readonly window: TimeWindow;
  readonly bands: readonly Band[];
  /** Zero of all axes at the same height. */
  readonly zeroUnified: boolean;
  /** Ranges that were set, by axis; the others hold all values. */
  readonly fixed: ValueRanges | undefined;
  /** Where a gap is measured from. */
  readonly mark: number | undefined;
}

export interface GraphClasses {
  readonly cursor: string;
  readonly mark: string;
  readonly point: string;
  readonly zoomBand: string;
  readonly selectBand: string;
}

function stateOf(given: GraphGiven): ChartState {
  return { window: given.window, bands: given.bands, ranges: rangesOf(given), explained: explainedOf(given) };
}

function explainedOf({ explained, series }: GraphGiven): ChartState['explained'] {
  if (explained === undefined) return undefined;
  const own = series.filter(({ variable }) => explained.variables.has(variable));
  return { samples: explained, curves: own.map((one) => ({ curve: one, axis: one.axis })) };
}

function rangesOf(given: GraphGiven): ValueRanges {
  return { ...foundRanges(given), ...given.fixed };
}

function foundRanges({ series, window, zeroUnified }: GraphGiven): ValueRanges {
  const found = yAxes.flatMap((axis) => {
    const curves = series.filter((one) => one.axis === axis);
    const range = axisRange(curves, window);
    return range === undefined ? [] : [[axis, range] as const];
  });
  if (!zeroUnified) return Object.fromEntries(found);
  const unified = unifyZero(found.map(([, range]) => range));
  return Object.fromEntries(found.map(([axis], index): [YAxis, ValueRanges[YAxis]] => [axis, unified[index]]));
}

function child(parent: HTMLElement, className: string): HTMLDivElement {
  const element = document.createElement('div');
  element.className = className;
  element.style.display = 'none';
  parent.append(element);
  return element;
}

/** A recorded graph on its canvas: curves in a window, with our own cursor, mark and rubber band over them. */
export class GraphPlot {
  readonly #canvas: PlotCanvas;
  readonly #classes: GraphClasses;
  readonly #line: HTMLDivElement;
  readonly #mark: HTMLDivElement;
  readonly #band: HTMLDivElement;
  readonly #points: readonly HTMLDivElement[];
  #cursorSeconds: number | undefined;
  #given: GraphGiven;

  constructor(canvas: PlotCanvas, given: GraphGiven, classes: GraphClasses) {
    this.#canvas = canvas;
    this.#given = given;
    this.#classes = classes;
    this.#band = child(canvas.surface, classes.zoomBand);
    this.#mark = child(canvas.surface, classes.mark);
    this.#line = child(canvas.surface, classes.cursor);
    this.#points = given.series.map((one) => {
      const point = child(canvas.surface, classes.point);
      point.style.borderColor = one.stroke;
      return point;
    });
    canvas.onDrawn(() => {
      this.#showMark();
      this.showCursor(this.#cursorSeconds);
    });
    canvas.showCurves(stateOf(given), given.series);
  }

  update(given: GraphGiven): void {
    this.#given = given;
    this.#canvas.showCurves(stateOf(given), given.series);
  }

  #showMark(): void {
    const { mark } = this.#given;
    const x = mark === undefined ? undefined : this.#canvas.leftOf(mark);
    this.#mark.style.display = x === undefined ? 'none' : 'block';
    if (x !== undefined) this.#mark.style.transform = `translateX(${x}px)`;
  }

  showCursor(time: number | undefined): void {
    this.#cursorSeconds = time;
    const x = time === undefined ? undefined : this.#canvas.leftOf(time);
    if (time === undefined || x === undefined) {
      this.#hideCursor();
      return;
    }
    this.#line.style.display = 'block';
    this.#line.style.transform = `translateX(${x}px)`;
    for (const [index, series] of this.#given.series.entries()) {
      const point = this.#points[index];
      // The mark sits on a sample, where the line truly passes; beside it the line is drawn between samples.
      const sample = series.timesSeconds[nearestIndex(series.timesSeconds, time)];
      const value = valueAt(series, time);
      if (point === undefined) continue;
      const left = sample === undefined ? undefined : this.#canvas.leftOf(sample);
      const top = value === undefined ? undefined : this.#canvas.topOf(value, series.axis);
      const isInside = left !== undefined && top !== undefined;
      point.style.display = isInside ? 'block' : 'none';
      if (isInside) point.style.transform = `translate(${left}px, ${top}px)`;
    }
  }

  #hideCursor(): void {
    this.#line.style.display = 'none';
    for (const point of this.#points) point.style.display = 'none';
  }

  /** As they are drawn. */
  ranges(): ValueRanges {
    return rangesOf(this.#given);
  }

  /** A rubber band between two shares of the width. */
  showBand(band: RubberBand | undefined): void {
    this.#band.style.display = band === undefined ? 'none' : 'block';
    if (band === undefined) return;
    this.#band.className = band.selecting ? this.#classes.selectBand : this.#classes.zoomBand;
    const left = Math.max(0, Math.min(band.from, band.to));
    const right = Math.min(1, Math.max(band.from, band.to));
    const { top = 0, bottom = 1 } = band;
    this.#band.style.top = `${Math.min(top, bottom) * 100}%`;
    this.#band.style.height = `${Math.abs(bottom - top) * 100}%`;
    this.#band.style.left = `${left * 100}%`;
    this.#band.style.width = `${(right - left) * 100}%`;
  }
}
