/** A point of a curve; NaN = no value. */
interface Point {
  /** s since the start of the record. */
  readonly at: number;
  readonly value: number;
}

/** Values spread evenly over a record: the extremes of half as many stretches in the order they came, NaN where there is none. */
export function foldTrace(points: Iterable<Point>, durationSeconds: number, places: number): number[] {
  const stretches = Math.floor(places / 2);
  const trace = new Array<number>(places).fill(Number.NaN);
  if (durationSeconds <= 0) return trace;
  const extremes = Array.from({ length: stretches }, () => ({ min: Number.NaN, minAt: 0, max: Number.NaN, maxAt: 0 }));
  for (const { at, value } of points) {
    const stretch = extremes[Math.min(stretches - 1, Math.max(0, Math.floor((at / durationSeconds) * stretches)))];
    if (!stretch || Number.isNaN(value)) continue;
    if (!(value >= stretch.min)) Object.assign(stretch, { min: value, minAt: at });
    if (!(value <= stretch.max)) Object.assign(stretch, { max: value, maxAt: at });
  }
  extremes.forEach(({ min, minAt, max, maxAt }, i) => {
    trace[2 * i] = minAt <= maxAt ? min : max;
    trace[2 * i + 1] = minAt <= maxAt ? max : min;
  });
  return trace;
}
