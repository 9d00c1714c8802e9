import type { Part } from './formula-parts.ts';

/** s; of a window that is averaged. */
const longestWindow = 3600;
/** Samples of a window whose middle is looked for: more take longer than anybody waits. */
export const mostMedianSamples = 10_000;

interface BrokenLimit {
  readonly code: 'frequency' | 'window';
  /** Which of the function's. */
  readonly input: number;
  readonly words: Readonly<Record<string, number>>;
}

/** What a rate does not allow of a function along samples, if anything. */
export function limitsOf(
  { of, settings }: Part & { kind: 'along' },
  rateHz: number | undefined,
): BrokenLimit | undefined {
  const mostSeconds = of === 'median' && rateHz ? mostMedianSamples / rateHz : longestWindow;
  switch (of) {
    case 'lowpass':
    case 'highpass':
    case 'bandpass': {
      const frequencies = settings.slice(0, -1);
      const broken = rateHz === undefined ? -1 : frequencies.findIndex((one) => one >= rateHz / 2);
      if (rateHz === undefined || broken < 0) return undefined;
      return { code: 'frequency', input: broken + 1, words: { most: rateHz / 2, rate: rateHz } };
    }
    case 'mean':
    case 'median':
      return (settings[0] ?? 0) > Math.min(longestWindow, mostSeconds)
        ? { code: 'window', input: 1, words: { most: Math.min(longestWindow, mostSeconds) } }
        : undefined;
    case 'derivative':
    case 'integral':
      return undefined;
  }
}
