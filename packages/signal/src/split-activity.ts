/** Classes between which a boundary is looked for. */
const classes = 256;
/** Of all values: those above are taken for as much as this, so that one bump does not stretch the scale. */
const highest = 0.995;
/** Decades below the highest that a scale of ratios reaches: what is less is noise. */
const decades = 4;

export interface Split {
  /** Values above are of the upper kind. */
  readonly threshold: number;
  /** 0–1: how much of what values vary by is between the two kinds. 0.75 where all values are as frequent. */
  readonly clarity: number;
}

/**
 * Where values fall into two kinds (Otsu 1979, "A threshold selection method from gray-level histograms"); undefined where all
 * are alike. NaN = no value.
 *
 * @param scale `ratio` for what spans orders of magnitude, such as a sensor at rest and in motion
 */
export function splitActivity(values: Float64Array, scale: 'linear' | 'ratio'): Split | undefined {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const top = sorted[Math.floor(highest * (sorted.length - 1))];
  if (top === undefined) return undefined;
  const least = 10 ** -decades * top;
  const [to, from] =
    scale === 'ratio'
      ? [(value: number) => Math.log(Math.max(least, value)), Math.exp]
      : [(value: number) => value, (value: number) => value];
  const [low, high] = [to(sorted[0]!), to(top)];
  if (!(high > low) || (scale === 'ratio' && !(top > 0))) return undefined;
  const histogram = new Float64Array(classes);
  for (const value of sorted) {
    const share = (to(Math.min(value, top)) - low) / (high - low);
    histogram[Math.min(classes - 1, Math.max(0, Math.floor(share * classes)))]! += 1;
  }
  const split = splitHistogram(histogram);
  return { threshold: from(low + (split.boundary / classes) * (high - low)), clarity: split.clarity };
}

/** The boundary with most variance between what lies on both sides of it, in the middle of those that are as good. */
function splitHistogram(histogram: Float64Array): { readonly boundary: number; readonly clarity: number } {
  let [count, sum, sumOfSquares] = [0, 0, 0];
  histogram.forEach((n, i) => {
    count += n;
    sum += n * i;
    sumOfSquares += n * i * i;
  });
  let [best, first, last] = [-1, 0, 0];
  let [countBelow, sumBelow] = [0, 0];
  for (let i = 1; i < histogram.length; i++) {
    countBelow += histogram[i - 1]!;
    sumBelow += histogram[i - 1]! * (i - 1);
    const countAbove = count - countBelow;
    if (countBelow === 0 || countAbove === 0) continue;
    const between = countBelow * countAbove * (sumBelow / countBelow - (sum - sumBelow) / countAbove) ** 2;
    if (between > best) [best, first] = [between, i];
    if (between === best) last = i;
  }
  const total = count * sumOfSquares - sum * sum;
  return { boundary: (first + last) / 2, clarity: total > 0 ? Math.max(0, best) / total : 0 };
}
