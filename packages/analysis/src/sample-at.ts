/** The sample nearest to a time. */
export function sampleAt(timesSeconds: Float64Array, seconds: number): number {
  let [low, high] = [0, timesSeconds.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timesSeconds[middle]! < seconds) low = middle + 1;
    else high = middle;
  }
  const before = timesSeconds[low - 1];
  return before !== undefined && seconds - before < timesSeconds[low]! - seconds ? low - 1 : low;
}
