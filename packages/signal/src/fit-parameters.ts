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
  residuals: Residuals,
): FittedParameters | undefined {
  if (points < start.length) return undefined;
  const squaresOf = (parameters: readonly number[], out: Float64Array) => {
    residuals(parameters, out);
    return dot(out, out);
  };
  let [parameters, current, tried] = [[...start], new Float64Array(points), new Float64Array(points)];
  let sum = squaresOf(parameters, current);
  if (!Number.isFinite(sum)) return undefined;
  let damping = firstDamping;
  const slopes = new Slopes(start.length, points, residuals);
  let { normal, gradient } = slopes.at(parameters, current);
  for (let step = 0; step < mostSteps && damping < mostDamping; step++) {
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
    ({ normal, gradient } = slopes.at(parameters, current));
  }
  return parameters.every(Number.isFinite) ? { parameters, sumOfSquares: sum } : undefined;
}

type Residuals = (parameters: readonly number[], out: Float64Array) => void;

/** JᵀJ and Jᵀr, in memory that is taken once. */
class Slopes {
  readonly #columns: readonly Float64Array[];
  readonly #below: Float64Array;
  readonly #residuals: Residuals;

  constructor(parameters: number, points: number, residuals: Residuals) {
    this.#columns = Array.from({ length: parameters }, () => new Float64Array(points));
    this.#below = new Float64Array(points);
    this.#residuals = residuals;
  }

  at(parameters: readonly number[], current: Float64Array) {
    for (const [i, column] of this.#columns.entries()) {
      const one = parameters[i] ?? 0;
      const by = 1e-6 * Math.max(1e-3, Math.abs(one));
      this.#residuals(parameters.with(i, one + by), column);
      this.#residuals(parameters.with(i, one - by), this.#below);
      for (let k = 0; k < column.length; k++) column[k] = (column[k]! - this.#below[k]!) / (2 * by);
    }
    const normal = this.#columns.map((a) => this.#columns.map((b) => dot(a, b)));
    return { normal, gradient: this.#columns.map((a) => dot(a, current)) };
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
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
