import type { Column } from '../analysis.ts';

/** s: shorter gaps are filled along a straight line, in longer ones nothing was done. */
const filledSeconds = 3;
/** Four days: what lasts longer is no ride, but a clock that jumped. */
const mostSeconds = 4 * 24 * 3600;

/** Mean of each second, 0 where nothing was measured for more than 3 s; undefined for a time that no ride takes. */
export function secondBySecond({ timesSeconds, values }: Column): Float64Array | undefined {
  const first = timesSeconds[0];
  const length = Math.floor((timesSeconds.at(-1) ?? Number.NaN) - (first ?? 0)) + 1;
  if (first === undefined || !(length >= 1 && length <= mostSeconds)) return undefined;
  const [sums, counts] = [new Float64Array(length), new Float64Array(length)];
  for (let i = 0; i < values.length; i++) {
    const second = Math.floor(timesSeconds[i]! - first);
    if (!Number.isFinite(values[i]) || !(second >= 0 && second < length)) continue;
    sums[second]! += values[i]!;
    counts[second]! += 1;
  }
  const means = sums.map((sum, i) => (counts[i]! > 0 ? sum / counts[i]! : Number.NaN));
  return fillGaps(means);
}

function fillGaps(means: Float64Array): Float64Array {
  const filled = means.slice();
  let before = -1;
  for (let i = 0; i <= means.length; i++) {
    if (i < means.length && Number.isNaN(means[i])) continue;
    const gap = i - before - 1;
    for (let k = 1; k <= gap; k++) {
      const isShort = gap <= filledSeconds && before >= 0 && i < means.length;
      filled[before + k] = isShort ? means[before]! + ((means[i]! - means[before]!) * k) / (gap + 1) : 0;
    }
    before = i;
  }
  return filled;
}

/** The best mean of so many values in a row; undefined where there are fewer. */
export function bestMean(values: Float64Array, length: number): number | undefined {
  if (values.length < length) return undefined;
  let sum = 0;
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!;
    if (i >= length) sum -= values[i - length]!;
    if (i >= length - 1) best = Math.max(best, sum / length);
  }
  return best;
}
