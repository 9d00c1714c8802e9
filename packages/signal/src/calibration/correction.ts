/** true = matrix · (measured − bias), of columns that belong together; `matrix` row by row. */
export interface Correction {
  readonly columns: readonly string[];
  readonly matrix: readonly number[];
  readonly bias: readonly number[];
}

/** Leaves values as they are. */
export function identity(columns: readonly string[]): Correction & { readonly matrix: number[] } {
  const n = columns.length;
  return {
    columns,
    matrix: Array.from({ length: n * n }, (_, at) => (at % (n + 1) === 0 ? 1 : 0)),
    bias: columns.map(() => 0),
  };
}

/** Corrects values in place; each array is one of the correction's columns. */
export function correct({ matrix, bias }: Correction, values: readonly (Float32Array | Float64Array)[]): void {
  const n = values.length;
  const from = new Float64Array(n);
  for (let i = 0; i < (values[0]?.length ?? 0); i++) {
    for (let c = 0; c < n; c++) from[c] = values[c]![i]! - bias[c]!;
    for (let row = 0; row < n; row++) {
      let sum = 0;
      // A value that is missing spoils only what is made of it.
      for (let c = 0; c < n; c++) if (matrix[row * n + c] !== 0) sum += matrix[row * n + c]! * from[c]!;
      values[row]![i] = sum;
    }
  }
}

/** The correction that takes this one back; undefined where it lost something. */
export function inverse({ columns, matrix, bias }: Correction): Correction | undefined {
  const back = invert(matrix, columns.length);
  if (back === undefined) return undefined;
  // measured = matrix⁻¹ · true + bias = matrix⁻¹ · (true − (−matrix · bias))
  return { columns, matrix: back, bias: times(matrix, bias).map((value) => -value) };
}

/** The inverse of a square matrix, by Gauss and Jordan with pivots; undefined where it has none that can be relied on. */
export function invert(matrix: readonly number[], n: number): number[] | undefined {
  const rows = Array.from({ length: n }, (_, r) => [
    ...matrix.slice(r * n, r * n + n),
    ...Array.from({ length: n }, (_, c) => (c === r ? 1 : 0)),
  ]);
  const size = Math.max(...matrix.map(Math.abs));
  for (let at = 0; at < n; at++) {
    const pivots = rows.slice(at).map((row) => Math.abs(row[at]!));
    const most = Math.max(...pivots);
    if (!(most > 1e-9 * size)) return undefined;
    const pivot = at + pivots.indexOf(most);
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    const row = rows[at]!.map((value) => value / rows[at]![at]!);
    rows[at] = row;
    for (let r = 0; r < n; r++) {
      if (r !== at) rows[r] = rows[r]!.map((value, c) => value - rows[r]![at]! * row[c]!);
    }
  }
  return rows.flatMap((row) => row.slice(n));
}

/** matrix · vector */
export function times(matrix: readonly number[], vector: readonly number[]): number[] {
  const n = vector.length;
  return vector.map((_, row) => vector.reduce((sum, value, c) => sum + matrix[row * n + c]! * value, 0));
}

/** a · b, both n × n. */
export function product(a: readonly number[], b: readonly number[], n: number): number[] {
  return Array.from({ length: n * n }, (_, at) => {
    const [row, column] = [Math.floor(at / n), at % n];
    let sum = 0;
    for (let k = 0; k < n; k++) sum += a[row * n + k]! * b[k * n + column]!;
    return sum;
  });
}
