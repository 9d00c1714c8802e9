import uPlot from 'uplot';
import { type ChartState, type ChartStyle, chartOptions, noRange, type PlotLook } from './chart-options.ts';
import type { CurvePoints } from './trace-curve.ts';
import { type YAxis, yAxes } from './y-axes.ts';

/** uPlot on an element: axes, lines and bands of what it was last told to show. It shows nothing by itself. */
export class PlotCanvas {
  readonly #plot: uPlot;
  readonly #state: ChartState = { window: { from: 0, to: 1 }, ranges: {}, bands: [] };

  constructor(element: HTMLElement, look: PlotLook, style: ChartStyle) {
    const nothing: uPlot.AlignedData = [[], ...look.series.map(() => [])];
    this.#plot = new uPlot(chartOptions(look, style, this.#state), nothing, element);
  }

  /** The element that receives the pointer: exactly the plotting area. */
  get surface(): HTMLElement {
    return this.#plot.over;
  }

  /** px, with the room of the axes. */
  get width(): number {
    return this.#plot.width;
  }

  /** Draws curves at once, each with times of its own. */
  showCurves(state: ChartState, curves: readonly CurvePoints[]): void {
    Object.assign(this.#state, state, { curves });
    const { from, to } = state.window;
    this.#plot.batch(() => {
      // uPlot draws nothing without rows, and nothing anew of the same ones.
      this.#plot.setData([[from, to], ...this.#plot.series.slice(1).map(() => [null, null])], false);
      this.#plot.setScale('x', { min: from, max: to });
      for (const axis of yAxes) {
        const [min, max] = state.ranges[axis] ?? noRange;
        this.#plot.setScale(axis, { min, max });
      }
      this.#plot.redraw(false, false);
    });
  }

  resize(width: number, height: number): void {
    if (width !== this.#plot.width || height !== this.#plot.height) this.#plot.setSize({ width, height });
  }

  /** Scales that were set hold once they are drawn: only then it is known where a value lies. */
  onDrawn(listener: () => void): void {
    this.#plot.hooks.draw = [...(this.#plot.hooks.draw ?? []), listener];
  }

  /** px from the left of the plotting area; undefined outside of the window. */
  leftOf(time: number): number | undefined {
    const { from, to } = this.#state.window;
    if (time < from || time > to) return undefined;
    return ((time - from) / (to - from)) * this.#inCssPixels(this.#plot.bbox.width);
  }

  /** px from the top of the plotting area; undefined above and below it. */
  topOf(value: number, axis: YAxis): number | undefined {
    const top = this.#plot.valToPos(value, axis);
    return top >= 0 && top <= this.#inCssPixels(this.#plot.bbox.height) ? top : undefined;
  }

  /** The plot knows its size: asking the element would lay out the page at each move of the pointer. */
  #inCssPixels(pixels: number): number {
    return pixels / uPlot.pxRatio;
  }

  destroy(): void {
    this.#plot.destroy();
  }
}
