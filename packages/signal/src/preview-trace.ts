/**
 * A short trace for a list row: alternating extremes of `points / 2` equal intervals of [from, to], in the order they
 * occur, so that a single peak survives; null where an interval has no value.
 */
export function previewTrace(
  times: Float64Array,
  values: Float64Array,
  fromSeconds: number,
  toSeconds: number,
  points: number,
): (number | null)[] {
  const intervals = points >> 1;
  const minAt = new Int32Array(intervals).fill(-1);
  const maxAt = new Int32Array(intervals).fill(-1);
  const perSecond = intervals / (toSeconds - fromSeconds || 1);
  for (let i = 0; i < times.length; i++) {
    const value = values[i]!;
    const interval = Math.min(Math.floor((times[i]! - fromSeconds) * perSecond), intervals - 1);
    if (Number.isNaN(value) || interval < 0) continue;
    if (minAt[interval]! < 0 || value < values[minAt[interval]!]!) minAt[interval] = i;
    if (maxAt[interval]! < 0 || value > values[maxAt[interval]!]!) maxAt[interval] = i;
  }
  const trace: (number | null)[] = [];
  for (let interval = 0; interval < intervals; interval++) {
    const low = minAt[interval]!;
    const high = maxAt[interval]!;
    trace.push(values[Math.min(low, high)] ?? null, values[Math.max(low, high)] ?? null);
  }
  return trace;
}
