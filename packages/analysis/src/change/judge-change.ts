import { meanOf, type TypicalError, typicalError } from './typical-error.ts';

/** A number of a trial that counts. */
export interface JudgedTrial {
  /** Trials of one day are repeats. */
  readonly day: string;
  readonly value: number;
}

/**
 * `tooFew`: repeats are missing, nothing is said; `noneBefore`: nothing to compare with; `real`: they differ, and neither direction
 * is better; `methods`: they differ by less than published methods do on one trial, nothing is said.
 */
export interface Judged {
  readonly verdict: 'better' | 'worse' | 'real' | 'same' | 'tooFew' | 'noneBefore' | 'methods';
  readonly n: number;
  /** Means of the last day, and of all days before. */
  readonly latest: number | null;
  readonly reference: number | null;
  readonly typicalError: TypicalError | null;
  readonly mdc90: number | null;
  /** What published methods differ by on the last trial. */
  readonly methodSpread: number | null;
  /** Smallest worthwhile change: 0.2 of the deviation of the own days, of five at least (Hopkins 2000). */
  readonly swc: number | null;
}

/** Of a deviation: the smallest change that is worth while; and the days that a deviation needs. */
const [smallEffect, leastDays] = [0.2, 5];

/** Quantile of the normal distribution for 90 %, both sides. */
const z90 = 1.645;

/**
 * Whether the last day differs from those before by more than the athlete's own repeats scatter: more than
 * MDC90 = 1.645·TE·√(1/k + 1/m) for means of k and m trials (Weir 2005), √2 of which stands for one against one.
 * @param trials of one method, oldest first
 * @param methodSpread most − least of the last trial by each published method; undefined where there is one method
 */
export function judgeChange(
  trials: readonly JudgedTrial[],
  better: 'higher' | 'lower' | undefined,
  methodSpread?: number,
): Judged {
  const days = [...Map.groupBy(trials, ({ day }) => day).values()].map((day) => day.map(({ value }) => value));
  const [last, before] = [days.at(-1), days.slice(0, -1)];
  const error = typicalError(days);
  const about = {
    n: trials.length,
    latest: last === undefined ? null : meanOf(last),
    typicalError: error ?? null,
    methodSpread: methodSpread ?? null,
    swc: smallestWorthwhile(days.map(meanOf)),
  };
  if (last === undefined || before.length === 0) {
    return { ...about, verdict: 'noneBefore', reference: null, mdc90: null };
  }
  const ofDays = error?.between === 'days';
  const earlier = ofDays ? before.map(meanOf) : before.flat();
  const reference = meanOf(earlier);
  if (error === undefined) return { ...about, verdict: 'tooFew', reference, mdc90: null };
  const mdc90 = z90 * error.value * Math.sqrt(1 / (ofDays ? 1 : last.length) + 1 / earlier.length);
  const change = meanOf(last) - reference;
  const isOfMethods = Math.abs(change) > mdc90 && Math.abs(change) <= (methodSpread ?? 0);
  return { ...about, verdict: isOfMethods ? 'methods' : verdictOf(change, mdc90, better), reference, mdc90 };
}

function smallestWorthwhile(days: readonly number[]): number | null {
  if (days.length < leastDays) return null;
  const mean = meanOf(days);
  return smallEffect * Math.sqrt(days.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (days.length - 1));
}

function verdictOf(change: number, mdc90: number, better: 'higher' | 'lower' | undefined): Judged['verdict'] {
  if (Math.abs(change) <= mdc90) return 'same';
  if (better === undefined) return 'real';
  return change > 0 === (better === 'higher') ? 'better' : 'worse';
}
