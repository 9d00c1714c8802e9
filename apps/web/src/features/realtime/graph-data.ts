import { type Saying, sayRange } from '@sillage/domain';
import type { AlignedData } from 'uplot';
import type { ValueRange } from '../../charts/curve.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import type { SeriesBuffer } from '../../live/series-buffer.ts';

interface GraphData {
  readonly data: AlignedData;
  /** Undefined without a value in the window. */
  readonly range: ValueRange | undefined;
  readonly points: number;
}

type Buffers = readonly (SeriesBuffer | undefined)[];

/** How the values of a graph are said. */
export interface GraphSaying {
  /** One a buffer. */
  readonly sayings: readonly (Saying | undefined)[];
  /** That the value axis shows at least, so that noise does not look like a storm. */
  readonly leastSpan: number;
}

/**
 * What of one module's buffers lies in the window, on their common time axis. They fill together; one that started later
 * is shorter at its old end, which stays empty.
 */
export function readGraphData(buffers: Buffers, window: TimeWindow, { sayings, leastSpan }: GraphSaying): GraphData {
  const longest = buffers.reduce<SeriesBuffer | undefined>(
    (best, buffer) => ((buffer?.length ?? 0) > (best?.length ?? 0) ? buffer : best),
    undefined,
  );
  const length = longest?.length ?? 0;
  // One before the window, from which the line comes in.
  const first = Math.max(0, (longest?.indexFrom(window.from) ?? 0) - 1);
  const times = new Float64Array(length - first);
  for (let index = first; index < length; index++) times[index - first] = longest?.timeAt(index) ?? Number.NaN;
  return {
    data: [times, ...buffers.map((buffer, index) => columnOf(buffer, sayings[index], first, length))],
    range: rangeOf(buffers, window.from, { sayings, leastSpan }),
    points: times.length,
  };
}

/** uPlot's word for a gap is null, which only a list can hold; without a gap no value needs an object that is collected again. */
function columnOf(
  buffer: SeriesBuffer | undefined,
  say: Saying | undefined,
  first: number,
  length: number,
): Float64Array | (number | null)[] {
  const missing = length - (buffer?.length ?? 0);
  const column = new Float64Array(length - first);
  let hasGap = false;
  for (let index = first; index < length; index++) {
    const measured = buffer !== undefined && index >= missing ? buffer.valueAt(index - missing) : Number.NaN;
    const value = say === undefined ? measured : say.of(measured);
    column[index - first] = value;
    hasGap ||= Number.isNaN(value);
  }
  return hasGap ? Array.from(column, (value) => (Number.isNaN(value) ? null : value)) : column;
}

/** Room above and below the curves, as a share of their extent. */
const headroom = 0.08;

function rangeOf(buffers: Buffers, fromSeconds: number, { sayings, leastSpan }: GraphSaying): ValueRange | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [index, buffer] of buffers.entries()) {
    const measured = buffer?.extent(buffer.indexFrom(fromSeconds));
    const extent = measured && sayRange(sayings[index], ...measured);
    if (extent === undefined) continue;
    low = Math.min(low, extent[0]);
    high = Math.max(high, extent[1]);
  }
  if (low > high) return undefined;
  const room = Math.max((high - low) * headroom, (leastSpan - (high - low)) / 2);
  return [low - room, high + room];
}

export function sameVersions(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((version, index) => version === b[index]);
}
