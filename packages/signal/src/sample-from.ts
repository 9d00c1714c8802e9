/** The first sample at or after a time, by halving; the length where all are before it. */
export function sampleFrom(timesSeconds: Float64Array, seconds: number): number {
  let [low, high] = [0, timesSeconds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timesSeconds[middle]! < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
