export interface FittedLine {
  readonly slope: number;
  readonly intercept: number;
  /** Share of the variance of y that the line explains; 1 where y is constant. */
  readonly rSquared: number;
}

/** Least squares of y on x; undefined for fewer than two different x. */
export function fitLine(x: ArrayLike<number>, y: ArrayLike<number>): FittedLine | undefined {
  const n = Math.min(x.length, y.length);
  const mean = (values: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += values[i]!;
    return sum / n;
  };
  const [meanX, meanY] = [mean(x), mean(y)];
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [x[i]! - meanX, y[i]! - meanY];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  if (n < 2 || !(xx > 0)) return undefined;
  const slope = xy / xx;
  return { slope, intercept: meanY - slope * meanX, rSquared: yy > 0 ? (xy * xy) / (xx * yy) : 1 };
}
