import type { RecordingSamples } from '@sillage/formats';
import type { Cycle } from '@sillage/signal';

/** A pair of samples of a column one after the other: the signal is the straight line between them. */
interface Step {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** Hands on rows two by two; a pair further apart than `gapSeconds` is none. Each step is valid until the next. */
async function* steps(chunks: AsyncIterable<RecordingSamples>, gapSeconds: number): AsyncGenerator<Step> {
  let fromSeconds = Number.NaN;
  let before = new Float64Array(0);
  let after = new Float64Array(0);
  for await (const { timesSeconds, values } of chunks) {
    if (after.length !== values.length) {
      before = new Float64Array(values.length);
      after = new Float64Array(values.length);
    }
    for (let row = 0; row < timesSeconds.length; row++) {
      const toSeconds = timesSeconds[row]!;
      for (let c = 0; c < values.length; c++) after[c] = values[c]![row]!;
      if (toSeconds - fromSeconds <= gapSeconds) yield { fromSeconds, toSeconds, before, after };
      fromSeconds = toSeconds;
      [before, after] = [after, before];
    }
  }
}

/** Cycles, or the halves of each, in order of time: those from a moment on, or the first or second halves alone. */
export function* partsOf(
  cycles: readonly Cycle[],
  parts: 1 | 2,
  { fromSeconds = Number.NEGATIVE_INFINITY, half }: { readonly fromSeconds?: number; readonly half?: number } = {},
): Generator<Cycle, undefined> {
  for (const cycle of cycles) {
    for (let part = 0; part < parts; part++) {
      if (half !== undefined && half !== part) continue;
      const partSeconds = (cycle.toSeconds - cycle.fromSeconds) / parts;
      const begin = cycle.fromSeconds + part * partSeconds;
      if (begin < fromSeconds) continue;
      yield { fromSeconds: begin, toSeconds: part + 1 === parts ? cycle.toSeconds : begin + partSeconds };
    }
  }
}

/**
 * A row a stretch, stamped at its start: the mean over time of each column, by the trapezoid between samples; NaN where a
 * column has no value in it.
 */
export async function* meansOf(
  chunks: AsyncIterable<RecordingSamples>,
  stretches: Iterator<Cycle, undefined>,
  columns: number,
  gapSeconds: number,
): AsyncGenerator<RecordingSamples> {
  const sums = new Float64Array(columns);
  const seconds = new Float64Array(columns);
  let stretch = stretches.next().value;
  const take = ({ fromSeconds }: Cycle): RecordingSamples => {
    const values = Array.from(sums, (sum, c) => Float64Array.of(seconds[c]! > 0 ? sum / seconds[c]! : Number.NaN));
    sums.fill(0);
    seconds.fill(0);
    return { timesSeconds: Float64Array.of(fromSeconds), values };
  };
  for await (const { fromSeconds, toSeconds, before, after } of steps(chunks, gapSeconds)) {
    for (; stretch && stretch.fromSeconds < toSeconds; stretch = stretches.next().value) {
      const from = Math.max(fromSeconds, stretch.fromSeconds);
      const to = Math.min(toSeconds, stretch.toSeconds);
      if (to > from) {
        // On the straight line the mean is the value at the middle.
        const share = ((from + to) / 2 - fromSeconds) / (toSeconds - fromSeconds);
        for (let c = 0; c < columns; c++) {
          const mean = before[c]! + (after[c]! - before[c]!) * share;
          if (Number.isNaN(mean)) continue;
          sums[c] = sums[c]! + mean * (to - from);
          seconds[c] = seconds[c]! + (to - from);
        }
      }
      if (stretch.toSeconds > toSeconds) break;
      yield take(stretch);
    }
  }
  for (; stretch; stretch = stretches.next().value) yield take(stretch);
}

/** The mean of cycles at points of their duration, from its start to its end. */
export interface MeanCycle {
  /** Of each column, at each point; NaN where no cycle has a value. */
  readonly means: readonly Float64Array[];
  /** Standard deviations between cycles (n − 1); NaN below two of them. */
  readonly deviations: readonly Float64Array[];
}

/** Each stretch at `points` steady points, interpolated between samples; then the mean of all of them at each point. */
export async function meanCycleOf(
  chunks: AsyncIterable<RecordingSamples>,
  stretches: Iterator<Cycle, undefined>,
  columns: number,
  points: number,
  gapSeconds: number,
): Promise<MeanCycle> {
  const fresh = () => Array.from({ length: columns }, () => new Float64Array(points));
  const [means, squares, counts] = [fresh(), fresh(), fresh()];
  let stretch = stretches.next().value;
  let point = 0;
  for await (const { fromSeconds, toSeconds, before, after } of steps(chunks, gapSeconds)) {
    while (stretch) {
      const seconds =
        stretch.fromSeconds + ((stretch.toSeconds - stretch.fromSeconds) * point) / Math.max(1, points - 1);
      if (seconds > toSeconds) break;
      if (seconds >= fromSeconds) {
        const share = toSeconds > fromSeconds ? (seconds - fromSeconds) / (toSeconds - fromSeconds) : 1;
        for (let c = 0; c < columns; c++) {
          const value = share === 1 ? after[c]! : before[c]! + (after[c]! - before[c]!) * share;
          if (!Number.isNaN(value)) addTo(means[c]!, squares[c]!, counts[c]!, point, value);
        }
      }
      if (++point < points) continue;
      point = 0;
      stretch = stretches.next().value;
    }
  }
  const deviations = squares.map((column, c) =>
    column.map((square, i) => (counts[c]![i]! > 1 ? Math.sqrt(square / (counts[c]![i]! - 1)) : Number.NaN)),
  );
  return {
    means: means.map((column, c) => column.map((mean, i) => (counts[c]![i]! > 0 ? mean : Number.NaN))),
    deviations,
  };
}

/** Welford's update of a mean and the sum of squared deviations from it. */
function addTo(means: Float64Array, squares: Float64Array, counts: Float64Array, at: number, value: number): void {
  const count = counts[at]! + 1;
  const away = value - means[at]!;
  counts[at] = count;
  means[at] = means[at]! + away / count;
  squares[at] = squares[at]! + away * (value - means[at]!);
}
