import { type Saying, sayRange } from '@sillage/domain';
import type { ValueRange } from '../../charts/curve.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import type { CurvePoints } from '../../charts/trace-curve.ts';
import type { SeriesBuffer } from '../../live/series-buffer.ts';

/** What one line of a graph is drawn from. */
export interface LineData {
  readonly buffer: SeriesBuffer | undefined;
  /** s; what lies so on the time axis of its own device is drawn. */
  readonly window: TimeWindow;
  readonly say: Saying | undefined;
}

const noPoints: CurvePoints = { timesSeconds: new Float64Array(), values: new Float64Array() };

/**
 * What of a line lies in its window and just beside it, from where it comes in, on the time axis of the graph.
 * @param axis s; where the window stands on it: devices whose records began apart show the same moments
 */
export function readLine({ buffer, window, say }: LineData, axis: TimeWindow): CurvePoints {
  if (buffer === undefined || buffer.length === 0) return noPoints;
  const [first, end] = indicesOf(buffer, window, 1);
  const timesSeconds = new Float64Array(end - first);
  const values = new Float64Array(end - first);
  const shift = axis.to - window.to;
  for (let index = first; index < end; index++) {
    const value = buffer.valueAt(index);
    timesSeconds[index - first] = buffer.timeAt(index) + shift;
    values[index - first] = say === undefined ? value : say.of(value);
  }
  return { timesSeconds, values };
}

/** From one index up to before another. */
function indicesOf(buffer: SeriesBuffer, { from, to }: TimeWindow, around = 0): readonly [number, number] {
  const first = buffer.indexFrom(from) - around;
  let end = buffer.indexFrom(to) + around;
  while (end < buffer.length && buffer.timeAt(end) <= to) end++;
  return [Math.max(0, first), Math.min(buffer.length, end)];
}

/** Room above and below the curves, as a share of their extent. */
const headroom = 0.08;

/**
 * The value axis that holds these lines; undefined without a value.
 * @param leastSpan that it shows at least, so that noise does not look like a storm
 */
export function rangeOf(lines: readonly LineData[], leastSpan: number): ValueRange | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { buffer, window, say } of lines) {
    const measured = buffer?.extent(...indicesOf(buffer, window));
    const extent = measured && sayRange(say, ...measured);
    if (extent === undefined) continue;
    low = Math.min(low, extent[0]);
    high = Math.max(high, extent[1]);
  }
  if (low > high) return undefined;
  const room = Math.max((high - low) * headroom, (leastSpan - (high - low)) / 2);
  return [low - room, high + room];
}

/** Share of the axis that the curves fill at least: with less it is drawn anew. */
const leastFilled = 0.5;

/** The axis stays as it was while the curves lie in it and fill enough of it: a scale that moves with each value cannot be read. */
export function holdRange(held: ValueRange | undefined, next: ValueRange | undefined): ValueRange | undefined {
  if (held === undefined || next === undefined) return next;
  const [low, high] = held;
  const isInside = next[0] >= low && next[1] <= high;
  return isInside && next[1] - next[0] >= leastFilled * (high - low) ? held : next;
}

/** Whether something did not come within the window: its line is broken there. */
export function hasGap({ buffer, window }: Pick<LineData, 'buffer' | 'window'>): boolean {
  if (buffer === undefined) return false;
  const [first, end] = indicesOf(buffer, window);
  for (let index = Math.max(1, first); index < end; index++) if (Number.isNaN(buffer.valueAt(index))) return true;
  return false;
}

export function sameVersions(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((version, index) => version === b[index]);
}
