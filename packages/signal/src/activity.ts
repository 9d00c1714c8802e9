/** Share of the moments of a window that need a value, for the window to say something. */
const leastShare = 0.5;

/** Values that a median is taken of. */
const mostRanked = 10_001;

/** Mean of the values around each moment; NaN = no value, also where most of a window has none. */
export function rollingMean(values: Float64Array, window: number): Float64Array {
  return overWindows(values, window, (sum, _, count) => sum / count);
}

/**
 * How much values vary around each moment: the standard deviation of a window. Of several signals, such as the axes of a
 * sensor, the root of the sum of their squares, so that it does not matter how the sensor lies.
 */
export function rollingDeviation(signals: readonly Float64Array[], window: number): Float64Array {
  const squares = signals.map((values) => {
    // Near zero, where the squares of a large steady value would hide how little it varies.
    const middle = middleOf(values);
    const centred = values.map((value) => value - middle);
    return overWindows(centred, window, (sum, sumOfSquares, count) =>
      Math.max(0, sumOfSquares / count - (sum / count) ** 2),
    );
  });
  const [first = new Float64Array(), ...others] = squares;
  return first.map((square, i) => Math.sqrt(others.reduce((sum, other) => sum + other[i]!, square)));
}

function overWindows(
  values: Float64Array,
  window: number,
  of: (sum: number, sumOfSquares: number, count: number) => number,
): Float64Array {
  const found = new Float64Array(values.length).fill(Number.NaN);
  const before = Math.max(0, Math.floor((window - 1) / 2));
  const after = Math.max(1, window) - 1 - before;
  const every = Math.max(1, window);
  let [sum, sumOfSquares, count] = [0, 0, 0];
  // Anew once a window: what one absurd value takes of the digits of a sum goes with it.
  const addUp = (at: number) => {
    [sum, sumOfSquares, count] = [0, 0, 0];
    for (let i = Math.max(0, at - before); i < Math.min(values.length, at + after); i++) add(values[i], 1);
  };
  const add = (value: number | undefined, sign: 1 | -1) => {
    if (value === undefined || Number.isNaN(value)) return;
    sum += sign * value;
    sumOfSquares += sign * value * value;
    count += sign;
  };
  for (let i = 0; i < values.length; i++) {
    if (i % every === 0) addUp(i);
    add(values[i + after], 1);
    const wide = Math.min(values.length - 1, i + after) - Math.max(0, i - before) + 1;
    if (count > 0 && count >= leastShare * wide) found[i] = of(sum, sumOfSquares, count);
    add(values[i - before], -1);
  }
  return found;
}

/** The median, of at most so many values spread over all. */
function middleOf(values: Float64Array): number {
  const step = Math.max(1, Math.floor(values.length / mostRanked));
  const ranked: number[] = [];
  for (let i = 0; i < values.length; i += step) if (!Number.isNaN(values[i])) ranked.push(values[i]!);
  return Float64Array.from(ranked).sort()[ranked.length >> 1] ?? 0;
}
