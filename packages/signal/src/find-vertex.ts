/** Where the parabola through a peak and its neighbours is highest. */
export function findVertex(values: Float64Array, peak: number): number {
  const [before, at, after] = [values[peak - 1]!, values[peak]!, values[peak + 1]!];
  const bend = before - 2 * at + after;
  return bend === 0 || !Number.isFinite(bend) ? peak : peak + (before - after) / (2 * bend);
}
