/** One measured figure against its goal. Ratios are measured in one run, interleaved; see each file for the named peer. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
  /** `×`, `ms`, `%`, `MB`, `kB`, `columns` … */
  readonly unit: string;
  /** What was measured against what, on which load. */
  readonly note?: string;
}

/** What was said beside names on the command line. */
export interface Wishes {
  /** `--minutes 10`: of those that go on as long as one likes. */
  readonly minutes: number | undefined;
  /** `--bytes 200e6`: of those that move files. */
  readonly bytes?: number | undefined;
  /** `--part rows`: of those that have several. */
  readonly part?: string | undefined;
}

/** One file under bench/ exports one of these as `bench`: its name on the command line and what it measures. */
export interface Bench {
  readonly name: string;
  /** Long ones give each figure as soon as it is measured. */
  run(wishes: Wishes): Promise<readonly Figure[]> | AsyncIterable<Figure>;
}

export function meets(figure: Figure): boolean {
  return 'atMost' in figure.goal ? figure.measured <= figure.goal.atMost : figure.measured >= figure.goal.atLeast;
}

/** Middle of an odd number of measurements; the mean of the two middle ones otherwise. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('median of nothing');
  const lower = sorted[middle - 1];
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

/** How long a work takes. */
export async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
