export interface FittedParameters {
  readonly parameters: readonly number[];
  readonly sumOfSquares: number;
}

/** Steps that are tried, and the relative gain below which it is done. */
const [mostSteps, leastGain] = [300, 1e-15];
const [firstDamping, mostDamping] = [1e-3, 1e15];

/**
 * Least squares of a model of few parameters, by Levenberg and Marquardt (Marquardt 1963), derivatives by central differences.
 * @param residuals of so many points, written into `out`
 * @returns undefined where the start gives no finite residual, or there are fewer points than parameters
 */
export function fitParameters(
  start: readonly number[],
  points: number,
  residuals: (parameters: readonly number[], out: Float64Array) => void,
): FittedParameters | undefined {
  if (points < start.length) return undefined;
  const squaresOf = (parameters: readonly number[], out: Float64Array) => {
    residuals(parameters, out);
    return out.reduce((sum, one) => sum + one * one, 0);
  };
  let [parameters, current, tried] = [[...start], new Float64Array(points), new Float64Array(points)];
  let sum = squaresOf(parameters, current);
  if (!Number.isFinite(sum)) return undefined;
  let damping = firstDamping;
  for (let step = 0; step < mostSteps && damping < mostDamping; step++) {
    const { normal, gradient } = normalEquations(parameters, current, residuals);
    const move = solve(normal, gradient, damping);
    if (move === undefined) return undefined;
    const next = parameters.map((one, i) => one - (move[i] ?? 0));
    const nextSum = squaresOf(next, tried);
    if (!(nextSum <= sum)) {
      damping *= 10;
      continue;
    }
    const isDone = sum - nextSum <= leastGain * sum;
    [parameters, sum, current, tried] = [next, nextSum, tried, current];
    damping = Math.max(1e-12, damping / 10);
    if (isDone) break;
  }
  return parameters.every(Number.isFinite) ? { parameters, sumOfSquares: sum } : undefined;
}

/** JᵀJ and Jᵀr. */
function normalEquations(
  parameters: readonly number[],
  at: Float64Array,
  residuals: (parameters: readonly number[], out: Float64Array) => void,
) {
  const columns = parameters.map((one, i) => {
    const by = 1e-6 * Math.max(1e-3, Math.abs(one));
    const [above, below] = [1, -1].map((sign) => {
      const out = new Float64Array(at.length);
      residuals(parameters.with(i, one + sign * by), out);
      return out;
    });
    return above!.map((value, k) => (value - below![k]!) / (2 * by));
  });
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return { normal: columns.map((a) => columns.map((b) => dot(a, b))), gradient: columns.map((a) => dot(a, at)) };
}

/** Solves (N + damping·diag N) x = g by elimination with pivots; undefined for what has no one answer. */
function solve(normal: readonly number[][], gradient: readonly number[], damping: number): number[] | undefined {
  const n = gradient.length;
  const rows = normal.map((row, i) => [
    ...row.map((one, k) => (i === k ? one * (1 + damping) + 1e-300 : one)),
    gradient[i]!,
  ]);
  for (let i = 0; i < n; i++) {
    const pivot = rows.findIndex(
      (row, k) => k >= i && Math.abs(row[i]!) === Math.max(...rows.slice(i).map((one) => Math.abs(one[i]!))),
    );
    const [top, own] = [rows[pivot], rows[i]];
    if (top === undefined || own === undefined || !(Math.abs(top[i]!) > 0)) return undefined;
    [rows[i], rows[pivot]] = [top, own];
    for (const row of rows.slice(i + 1)) {
      const by = row[i]! / top[i]!;
      for (let k = i; k <= n; k++) row[k]! -= by * top[k]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    const row = rows[i]!;
    x[i] = row.slice(i + 1, n).reduce((left, one, k) => left - one * x[i + 1 + k]!, row[n]!) / row[i]!;
  }
  return x.every(Number.isFinite) ? x : undefined;
}
