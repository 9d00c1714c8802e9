/** Of two signals: what they scatter along the two directions in which they do not vary together. */
export interface PlanarScatter {
  readonly n: number;
  readonly meanX: number;
  readonly meanY: number;
  /** Eigenvalues of the sample covariance, the larger first. */
  readonly larger: number;
  readonly smaller: number;
  /** Of the larger one, radians from x, −π/2 … π/2. */
  readonly angle: number;
}

/** Of pairs of finite values. */
export function planarScatter(x: ArrayLike<number>, y: ArrayLike<number>): PlanarScatter {
  const length = Math.min(x.length, y.length);
  const each = (visit: (a: number, b: number) => void) => {
    for (let i = 0; i < length; i++) if (Number.isFinite(x[i]) && Number.isFinite(y[i])) visit(x[i]!, y[i]!);
  };
  let [n, sumX, sumY] = [0, 0, 0];
  each((a, b) => {
    n++;
    sumX += a;
    sumY += b;
  });
  const [meanX, meanY] = [sumX / n, sumY / n];
  let [xx, xy, yy] = [0, 0, 0];
  each((a, b) => {
    xx += (a - meanX) ** 2;
    xy += (a - meanX) * (b - meanY);
    yy += (b - meanY) ** 2;
  });
  [xx, xy, yy] = [xx / (n - 1), xy / (n - 1), yy / (n - 1)];
  const [half, apart] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
  return {
    ...{ n, meanX, meanY },
    larger: half + apart,
    smaller: Math.max(0, half - apart),
    angle: Math.atan2(2 * xy, xx - yy) / 2,
  };
}
