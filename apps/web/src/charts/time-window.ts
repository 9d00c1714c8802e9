import { limits } from '@sillage/contract';

/** What the x axis shows: s since the record's start, or m of its way; `from` < `to`. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** s; narrower than this no sensor has two samples (5 kHz at most). */
export const narrowestSeconds = 0.002;

export function spanOf(window: TimeWindow): number {
  return window.to - window.from;
}

export function sameWindow(a: TimeWindow, b: TimeWindow): boolean {
  return a.from === b.from && a.to === b.to;
}

/** The window moved and, only where it must be, narrowed or widened to lie inside `extent`. */
export function clampWindow(window: TimeWindow, extent: TimeWindow): TimeWindow {
  const whole = spanOf(extent);
  const span = Math.min(whole, Math.max(Math.min(narrowestSeconds, whole), spanOf(window)));
  const from = Math.min(Math.max(window.from, extent.from), extent.to - span);
  return { from, to: Math.min(from + span, extent.to) };
}

/** Zooms by `factor` (< 1 narrows) so that the time under the pointer stays there. */
export function zoomAround(window: TimeWindow, at: number, factor: number, extent: TimeWindow): TimeWindow {
  const span = spanOf(window) * factor;
  const share = (at - window.from) / spanOf(window);
  const floor = Math.min(narrowestSeconds, spanOf(extent));
  const held = Math.min(Math.max(span, floor), spanOf(extent));
  return clampWindow({ from: at - share * held, to: at + (1 - share) * held }, extent);
}

export function panBy(window: TimeWindow, seconds: number, extent: TimeWindow): TimeWindow {
  const moved = Math.min(Math.max(window.from + seconds, extent.from), extent.to - spanOf(window));
  return clampWindow({ from: moved, to: moved + spanOf(window) }, extent);
}

/** Two fingers: the times first under them stay under them. Positions are shares of the plot's width, 0 to 1. */
export function pinch(
  start: TimeWindow,
  startShares: readonly [number, number],
  shares: readonly [number, number],
  extent: TimeWindow,
): TimeWindow {
  const times = startShares.map((share) => start.from + share * spanOf(start)) as [number, number];
  const apart = shares[1] - shares[0];
  // Fingers closer than 1 % of the plot would divide by almost nothing.
  const safe = Math.abs(apart) < 0.01 ? Math.sign(apart || 1) * 0.01 : apart;
  const span = Math.abs((times[1] - times[0]) / safe);
  if (!(span > 0)) return start;
  const from = times[0] - shares[0] * span;
  return clampWindow({ from, to: from + span }, extent);
}

/** The window between two dragged times, in either order. */
export function windowBetween(a: number, b: number, extent: TimeWindow): TimeWindow {
  return clampWindow({ from: Math.min(a, b), to: Math.max(a, b) }, extent);
}

/** What to ask the server for, so that small pans and zooms reuse the answer. */
export interface CurveTile extends TimeWindow {
  /** Points per variable: four (first, minimum, maximum, last) a column. */
  readonly maxData: number;
}

/** The windows that are looked at next: on either side of this one, and the one that it is half of. */
export function windowsAround(window: TimeWindow, extent: TimeWindow): TimeWindow[] {
  const span = spanOf(window);
  const around = [
    panBy(window, span, extent),
    panBy(window, -span, extent),
    zoomAround(window, (window.from + window.to) / 2, 2, extent),
  ];
  return around.filter((one) => !sameWindow(one, window));
}

/**
 * A tile that covers the window at one column per pixel or finer. Seconds per column are rounded down to a power of
 * two and the ends to half a plot of columns: a pan within it, or a zoom within the same octave, asks for nothing new.
 */
export function tileOf(window: TimeWindow, plotPixels: number, extent: TimeWindow): CurveTile {
  const pixels = Math.max(128, Math.ceil(plotPixels / 128) * 128);
  const secondsPerColumn = 2 ** Math.floor(Math.log2(spanOf(window) / pixels));
  const step = (secondsPerColumn * pixels) / 2;
  const from = Math.max(extent.from, Math.floor(window.from / step) * step);
  const to = Math.min(extent.to, Math.ceil(window.to / step) * step);
  const columns = Math.max(1, Math.ceil((to - from) / secondsPerColumn));
  return { from, to, maxData: 4 * (sameWindow({ from, to }, extent) ? columnsKept(columns) : columns) };
}

/** The server has long records drawn as a whole at some numbers of columns: the next one, where that is no more than twice as many. */
function columnsKept(columns: number): number {
  const kept = limits.overviewColumns.find((one) => one >= columns) ?? columns;
  return kept <= 2 * columns ? kept : columns;
}
