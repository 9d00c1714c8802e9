export interface MeanAndDeviation {
  readonly n: number;
  /** NaN of none. */
  readonly mean: number;
  /** n − 1; NaN of fewer than two. */
  readonly deviation: number;
}

/** Of the finite values. */
export function meanAndDeviation(values: ArrayLike<number>): MeanAndDeviation {
  let [n, sum] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    n++;
    sum += values[i]!;
  }
  const mean = n === 0 ? Number.NaN : sum / n;
  let squares = 0;
  for (let i = 0; i < values.length; i++) if (Number.isFinite(values[i])) squares += (values[i]! - mean) ** 2;
  return { n, mean, deviation: n < 2 ? Number.NaN : Math.sqrt(squares / (n - 1)) };
}
