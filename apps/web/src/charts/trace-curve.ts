import { placeOf } from '@sillage/domain';
import type { Curve, ValueRange } from './curve.ts';
import type { TimeWindow } from './time-window.ts';

export type CurvePoints = Pick<Curve, 'timesSeconds' | 'values'>;

/** Where a window and a range lie, in pixels of the canvas. */
export interface CurvePlace {
  readonly window: TimeWindow;
  readonly range: ValueRange;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Indices of the points of a window and its two neighbours; an empty stretch where there are none. */
export function pointsAround({ timesSeconds }: CurvePoints, { from, to }: TimeWindow): readonly [number, number] {
  const after = placeOf(timesSeconds, to);
  return [Math.max(0, placeOf(timesSeconds, from) - 1), Math.min(timesSeconds.length - 1, after)];
}

/**
 * Draws a line through the points of a window: of those in one column of pixels the first, the extremes and the last,
 * which is the same picture. NaN ends the line; it goes on behind.
 */
export function traceCurve(pen: Pick<Path2D, 'moveTo' | 'lineTo'>, curve: CurvePoints, place: CurvePlace): void {
  const { timesSeconds, values } = curve;
  const { window, range, left, top, width, height } = place;
  const perSecond = width / (window.to - window.from);
  const perUnit = height / (range[1] - range[0]);
  const [start, end] = pointsAround(curve, window);
  let [column, low, high, last] = [Number.NaN, 0, 0, 0];
  const leave = () => {
    if (Number.isNaN(column)) return;
    if (low !== high) {
      pen.lineTo(column, low);
      pen.lineTo(column, high);
      pen.lineTo(column, last);
    }
  };
  for (let i = start; i <= end; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) {
      leave();
      column = Number.NaN;
      continue;
    }
    const x = Math.round(left + ((timesSeconds[i] ?? 0) - window.from) * perSecond);
    const y = top + (range[1] - value) * perUnit;
    if (x === column) {
      low = Math.min(low, y);
      high = Math.max(high, y);
      last = y;
      continue;
    }
    if (Number.isNaN(column)) pen.moveTo(x, y);
    else {
      leave();
      pen.lineTo(x, y);
    }
    [column, low, high, last] = [x, y, y, y];
  }
  leave();
}
