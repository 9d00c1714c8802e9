import type { AlignedData } from 'uplot';
import type { TimeWindow } from '../../charts/time-window.ts';
import type { SeriesBuffer } from '../../live/series-buffer.ts';

interface GraphData {
  readonly data: AlignedData;
  readonly window: TimeWindow;
  readonly range: readonly [number, number];
}

/**
 * The buffers of one module, aligned on their common time axis. They fill together; one that started later is
 * shorter at its old end, which stays empty.
 */
export function readGraphData(buffers: readonly (SeriesBuffer | undefined)[]): GraphData {
  const longest = buffers.reduce<SeriesBuffer | undefined>(
    (best, buffer) => ((buffer?.length ?? 0) > (best?.length ?? 0) ? buffer : best),
    undefined,
  );
  const length = longest?.length ?? 0;
  const times = new Float64Array(length);
  for (let index = 0; index < length; index++) times[index] = longest?.timeAt(index) ?? Number.NaN;
  const from = times[0] ?? 0;
  const to = times[length - 1] ?? 1;
  return {
    data: [times, ...buffers.map((buffer) => columnOf(buffer, length))],
    window: { from, to: to > from ? to : from + 1 },
    range: rangeOf(buffers),
  };
}

function columnOf(buffer: SeriesBuffer | undefined, length: number): (number | null)[] {
  const missing = length - (buffer?.length ?? 0);
  return Array.from({ length }, (_, index) => {
    const value = buffer !== undefined && index >= missing ? buffer.valueAt(index - missing) : Number.NaN;
    return Number.isNaN(value) ? null : value;
  });
}

/** Room above and below the curves, as a share of their extent. */
const headroom = 0.08;

function rangeOf(buffers: readonly (SeriesBuffer | undefined)[]): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const buffer of buffers) {
    const extent = buffer?.extent();
    if (extent === undefined) continue;
    low = Math.min(low, extent[0]);
    high = Math.max(high, extent[1]);
  }
  if (low > high) return [0, 1];
  const room = (high - low) * headroom || Math.max(1, Math.abs(high)) * headroom;
  return [low - room, high + room];
}

export function sameVersions(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((version, index) => version === b[index]);
}
