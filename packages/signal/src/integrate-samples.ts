/**
 * ∫ values dt by the trapezoid over the time stamps that there are, from one sample to the last before another.
 * @returns one value per sample from `from` to `to`, the first of them `start`
 */
export function integrateSamples(
  timesSeconds: Float64Array,
  values: Float64Array,
  { from, to, start = 0 }: { readonly from: number; readonly to: number; readonly start?: number },
): Float64Array {
  const sums = new Float64Array(Math.max(0, to - from));
  if (sums.length > 0) sums[0] = start;
  for (let i = 1; i < sums.length; i++) {
    const at = from + i;
    sums[i] = sums[i - 1]! + ((values[at]! + values[at - 1]!) / 2) * (timesSeconds[at]! - timesSeconds[at - 1]!);
  }
  return sums;
}
