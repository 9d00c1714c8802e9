/** s over which movement is taken together: shorter than any that a coach looks at, longer than the noise of a sensor. */
const windowSeconds = 0.1;
/** Pictures that lie further apart than so many usual ones: between them nothing is known. */
const longestGapFrames = 5;

/** A movement at a steady rate; NaN where nothing is known. */
export interface Motion {
  readonly rateHz: number;
  /** s of the first value. */
  readonly fromSeconds: number;
  readonly values: Float64Array;
}

/**
 * How much moves in a film, of how much each of its frames differs from the one before.
 * @param times s, rising: when the later frame of each two is shown
 */
export function motionOfFilm(times: readonly number[], differences: readonly number[], rateHz: number): Motion {
  const frameSeconds = usualStep(times);
  // What moved from one frame to the next moved between them.
  const middle = (i: number) =>
    times[i]! - Math.min(frameSeconds, i > 0 ? times[i]! - times[i - 1]! : frameSeconds) / 2;
  const [fromSeconds, last] = [middle(0), middle(times.length - 1)];
  const values = new Float64Array(Math.max(1, Math.floor((last - fromSeconds) * rateHz) + 1)).fill(Number.NaN);
  for (let i = 1; i < times.length; i++) {
    const [from, to] = [middle(i - 1), middle(i)];
    if (to - from > longestGapFrames * frameSeconds) continue;
    const first = Math.max(0, Math.ceil((from - fromSeconds) * rateHz));
    for (let at = first; at < values.length; at++) {
      const share = (fromSeconds + at / rateHz - from) / (to - from);
      if (share > 1) break;
      if (share >= 0) values[at] = differences[i - 1]! * (1 - share) + differences[i]! * share;
    }
  }
  return { rateHz, fromSeconds, values: meansAround(values, Math.round(windowSeconds * rateHz)) };
}

/** How much an acceleration changes: what its axes are just after a moment against just before it. It is small where a body swings to its turn. */
export function changeOfAxes(axes: readonly Float64Array[], rateHz: number): Float64Array {
  const width = Math.max(1, Math.round(windowSeconds * rateHz));
  const length = axes[0]?.length ?? 0;
  const squares = new Float64Array(length);
  for (const axis of axes) {
    const { sums, counts } = runningSums(axis);
    for (let at = 0; at < length; at++) {
      const [from, to] = [Math.max(0, at - width), Math.min(length, at + width)];
      const [before, after] = [counts[at]! - counts[from]!, counts[to]! - counts[at]!];
      const change = (sums[to]! - sums[at]!) / after - (sums[at]! - sums[from]!) / before;
      squares[at] = squares[at]! + change * change;
    }
  }
  return squares.map(Math.sqrt);
}

/** How fast something turns, or moves: the size of its axes. */
export function sizeOfAxes(axes: readonly Float64Array[], rateHz: number): Float64Array {
  const squares = new Float64Array(axes[0]?.length ?? 0);
  for (const axis of axes) for (let at = 0; at < squares.length; at++) squares[at]! += axis[at]! * axis[at]!;
  return meansAround(squares.map(Math.sqrt), Math.round(windowSeconds * rateHz));
}

/** The mean of the values around each; NaN where there is none. */
function meansAround(values: Float64Array, width: number): Float64Array {
  const { sums, counts } = runningSums(values);
  const half = Math.max(0, Math.floor(width / 2));
  return values.map((value, at) => {
    if (Number.isNaN(value)) return value;
    const [from, to] = [Math.max(0, at - half), Math.min(values.length, at + half + 1)];
    return (sums[to]! - sums[from]!) / (counts[to]! - counts[from]!);
  });
}

/** Sum and number of the values before each place. */
function runningSums(values: Float64Array) {
  const sums = new Float64Array(values.length + 1);
  const counts = new Uint32Array(values.length + 1);
  for (let i = 0; i < values.length; i++) {
    const isThere = !Number.isNaN(values[i]!);
    sums[i + 1] = sums[i]! + (isThere ? values[i]! : 0);
    counts[i + 1] = counts[i]! + (isThere ? 1 : 0);
  }
  return { sums, counts };
}

/** s from one to the next, in the middle of all. */
function usualStep(times: readonly number[]): number {
  const steps = times.slice(1).map((time, i) => time - times[i]!);
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0;
}
