/** Of one trial, in the unit of the number. */
export interface TypicalError {
  readonly value: number;
  /** Interval of 90 %. */
  readonly low: number;
  readonly high: number;
  /** Repeats within days, or from day to day. */
  readonly between: 'trials' | 'days';
}

/** Degrees of freedom within days, and days of one trial each, below which nothing is said: 5 trials. */
const [leastFreedom, leastDays] = [4, 5];
/** Quantiles of the normal distribution at 5 % and 95 %. */
const z90 = 1.6448536;

/**
 * How much an athlete's own repeats scatter: the pooled deviation of trials within days, or, where days have too few of them,
 * the deviation of the differences from day to day ÷ √2 (Hopkins 2000).
 * @param days values of each day, oldest first; no day is empty
 * @returns undefined below five repeats
 */
export function typicalError(days: readonly (readonly number[])[]): TypicalError | undefined {
  const freedom = days.reduce((sum, day) => sum + day.length - 1, 0);
  if (freedom >= leastFreedom) {
    const squares = days.reduce((sum, day) => sum + squaredDeviations(day), 0);
    return { ...withInterval(Math.sqrt(squares / freedom), freedom), between: 'trials' };
  }
  if (days.length < leastDays) return undefined;
  const means = days.map(meanOf);
  const steps = means.slice(1).map((mean, i) => mean - (means[i] ?? mean));
  const deviation = Math.sqrt(squaredDeviations(steps) / (steps.length - 1));
  return { ...withInterval(deviation / Math.SQRT2, steps.length - 1), between: 'days' };
}

export const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

function squaredDeviations(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
}

function withInterval(value: number, freedom: number) {
  const at = (z: number) => value * Math.sqrt(freedom / chiSquared(freedom, z));
  return { value, low: at(z90), high: at(-z90) };
}

/** Quantile of χ² by the normal quantile `z` (Wilson & Hilferty 1931); within 3 % from 3 degrees of freedom on. */
function chiSquared(freedom: number, z: number): number {
  const part = 2 / (9 * freedom);
  return freedom * Math.max(0.05, 1 - part + z * Math.sqrt(part)) ** 3;
}
