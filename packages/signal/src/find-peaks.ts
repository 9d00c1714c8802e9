export interface Peak {
  readonly at: number;
  readonly value: number;
  /** How far it stands above the higher of the lowest points towards higher peaks. */
  readonly prominence: number;
}

/**
 * Local maxima in order of time that stand out, none closer to a higher one than so many samples. Values that are missing are
 * lower than all others.
 */
export function findPeaks(
  values: Float64Array,
  { prominence, distance }: { readonly prominence: number; readonly distance: number },
): Peak[] {
  const left = saddles(values, 1);
  const right = saddles(values, -1);
  const found: Peak[] = [];
  for (let i = 1; i < values.length - 1; i++) {
    const value = values[i]!;
    // The first sample of a plateau stands for it.
    if (!(value > at(values, i - 1) && value >= at(values, i + 1))) continue;
    const stands = value - Math.max(left[i]!, right[i]!);
    if (stands >= prominence) found.push({ at: i, value, prominence: stands });
  }
  return apart(found, distance);
}

const at = (values: Float64Array, i: number) => (Number.isNaN(values[i]) ? Number.NEGATIVE_INFINITY : values[i]!);

/** Of each sample the lowest value between it and the nearest higher one before it (or after it). */
function saddles(values: Float64Array, step: 1 | -1): Float64Array {
  const lows = new Float64Array(values.length);
  const stack: { value: number; low: number }[] = [];
  const begin = step === 1 ? 0 : values.length - 1;
  for (let i = begin; i >= 0 && i < values.length; i += step) {
    const value = at(values, i);
    let low = value;
    while (stack.length > 0 && stack.at(-1)!.value <= value) low = Math.min(low, stack.pop()!.low);
    lows[i] = low;
    stack.push({ value, low });
  }
  return lows;
}

/** Of peaks that are too close the higher one stays. */
function apart(peaks: readonly Peak[], distance: number): Peak[] {
  const kept: Peak[] = [];
  for (const peak of peaks) {
    const last = kept.at(-1);
    if (last === undefined || peak.at - last.at >= distance) kept.push(peak);
    else if (peak.value > last.value) kept[kept.length - 1] = peak;
  }
  return kept;
}
