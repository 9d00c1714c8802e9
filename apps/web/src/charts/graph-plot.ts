import uPlot from 'uplot';
import type { Language } from '../base/appearance.ts';
import { alignCurves } from './align-curves.ts';
import type { Band } from './chart-options.ts';
import { type ChartColours, type ChartSeries, type ChartState, chartOptions, noRange } from './chart-options.ts';
import { axisRange, nearestIndex, unifyZero, type ValueRange, valueAt } from './curve.ts';
import type { TimeWindow } from './time-window.ts';

export interface GraphGiven {
  readonly series: readonly ChartSeries[];
  readonly window: TimeWindow;
  readonly bands: readonly Band[];
  /** Zero of y1 and y2 at the same height. */
  readonly zeroUnified: boolean;
  /** s; where a gap is measured from. */
  readonly mark: number | undefined;
}

export interface GraphStyle {
  readonly width: number;
  readonly height: number;
  readonly colours: ChartColours;
  readonly font: string;
  readonly language: Language;
  readonly timeAxis: boolean;
  /** Phone: narrow axes. */
  readonly compact: boolean;
  /** px */
  readonly lineWidth: number;
}

export interface GraphClasses {
  readonly cursor: string;
  readonly mark: string;
  readonly point: string;
  readonly zoomBand: string;
  readonly selectBand: string;
}

function yRanges(given: GraphGiven): Pick<ChartState, 'y1' | 'y2'> {
  const on = (axis: 'y1' | 'y2') => given.series.filter((one) => one.axis === axis);
  const y1 = axisRange(on('y1'), given.window);
  const y2 = axisRange(on('y2'), given.window);
  if (!given.zeroUnified) return { y1, y2 };
  if (y1 === undefined || y2 === undefined) return { y1: y1 && withZero(y1), y2: y2 && withZero(y2) };
  const [left, right] = unifyZero(y1, y2);
  return { y1: left, y2: right };
}

function withZero([low, high]: ValueRange): ValueRange {
  return [Math.min(low, 0), Math.max(high, 0)];
}

function child(parent: HTMLElement, className: string): HTMLDivElement {
  const element = document.createElement('div');
  element.className = className;
  element.style.display = 'none';
  parent.append(element);
  return element;
}

/** One graph on the page: uPlot's canvas, with our own cursor and rubber band over it. */
export class GraphPlot {
  readonly #plot: uPlot;
  readonly #state: ChartState;
  readonly #classes: GraphClasses;
  readonly #line: HTMLDivElement;
  readonly #mark: HTMLDivElement;
  readonly #band: HTMLDivElement;
  #points: HTMLDivElement[] = [];
  #cursorSeconds: number | undefined;
  #given: GraphGiven;

  constructor(element: HTMLElement, style: GraphStyle, given: GraphGiven, classes: GraphClasses) {
    this.#given = given;
    this.#classes = classes;
    this.#state = { window: given.window, bands: given.bands, ...yRanges(given) };
    const options = chartOptions({ ...style, series: given.series }, this.#state);
    this.#plot = new uPlot(options, alignCurves(given.series), element);
    this.#band = child(this.#plot.over, classes.zoomBand);
    this.#mark = child(this.#plot.over, classes.mark);
    this.#line = child(this.#plot.over, classes.cursor);
    this.#showMark();
    // Scales that were set hold once they are drawn: only then it is known where a value lies.
    this.#plot.hooks.draw = [...(this.#plot.hooks.draw ?? []), () => this.showCursor(this.#cursorSeconds)];
    this.#points = given.series.map((one) => {
      const point = child(this.#plot.over, classes.point);
      point.style.borderColor = one.stroke;
      return point;
    });
  }

  /** The element that receives the pointer: exactly the plotting area. */
  get surface(): HTMLElement {
    return this.#plot.over;
  }

  update(given: GraphGiven): void {
    const newCurves = given.series.some((one, index) => one.values !== this.#given.series[index]?.values);
    this.#given = given;
    Object.assign(this.#state, { window: given.window, bands: given.bands, ...yRanges(given) });
    this.#plot.batch(() => {
      if (newCurves) this.#plot.setData(alignCurves(given.series), false);
      this.#plot.setScale('x', { min: given.window.from, max: given.window.to });
      for (const axis of ['y1', 'y2'] as const) {
        const [min, max] = this.#state[axis] ?? noRange;
        this.#plot.setScale(axis, { min, max });
      }
      this.#plot.redraw(false, false);
    });
    this.#showMark();
  }

  resize(width: number, height: number): void {
    this.#plot.setSize({ width, height });
    this.#showMark();
  }

  #showMark(): void {
    const { mark } = this.#given;
    const x = mark === undefined ? undefined : this.positionOf(mark);
    this.#mark.style.display = x === undefined ? 'none' : 'block';
    if (x !== undefined) this.#mark.style.transform = `translateX(${x}px)`;
  }

  /** px from the left of the plotting area; undefined outside of the window. */
  positionOf(time: number): number | undefined {
    const { from, to } = this.#given.window;
    if (time < from || time > to) return undefined;
    return ((time - from) / (to - from)) * this.#plot.over.clientWidth;
  }

  showCursor(time: number | undefined): void {
    this.#cursorSeconds = time;
    const x = time === undefined ? undefined : this.positionOf(time);
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
      const left = sample === undefined ? undefined : this.positionOf(sample);
      const y = value === undefined ? Number.NaN : this.#plot.valToPos(value, series.axis);
      const inside = left !== undefined && y >= 0 && y <= this.#plot.over.clientHeight;
      point.style.display = inside ? 'block' : 'none';
      if (inside) point.style.transform = `translate(${left}px, ${y}px)`;
    }
  }

  #hideCursor(): void {
    this.#line.style.display = 'none';
    for (const point of this.#points) point.style.display = 'none';
  }

  /** A rubber band between two shares of the width. */
  showBand(band: { from: number; to: number; selecting: boolean } | undefined): void {
    this.#band.style.display = band === undefined ? 'none' : 'block';
    if (band === undefined) return;
    this.#band.className = band.selecting ? this.#classes.selectBand : this.#classes.zoomBand;
    const left = Math.max(0, Math.min(band.from, band.to));
    const right = Math.min(1, Math.max(band.from, band.to));
    this.#band.style.left = `${left * 100}%`;
    this.#band.style.width = `${(right - left) * 100}%`;
  }

  destroy(): void {
    this.#plot.destroy();
  }
}
