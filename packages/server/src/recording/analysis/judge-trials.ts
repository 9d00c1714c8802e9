import { type Analysis, type Judged, judgeChange } from '@sillage/analysis';
import type { Judgement, Trial } from '@sillage/contract';

import type { SpreadOfMethods } from './spread-of-methods.ts';

/** Trials that have a number and were not taken out, of the method of the last one. */
export function countingTrials(trials: readonly Trial[]): Trial[] {
  const valid = trials.filter(({ refused, excluded }) => refused === null && excluded === null);
  const method = valid.at(-1)?.method;
  return valid.filter((trial) => trial.method === method);
}

/**
 * Each number of the last day against those of the days before.
 * @param spread what methods differ by on the last trial
 */
export function judgeTrials(
  { outputs }: Analysis,
  trials: readonly Trial[],
  spread: SpreadOfMethods,
): Record<string, Judgement> {
  const counting = countingTrials(trials);
  return Object.fromEntries(
    Object.entries(outputs).map(([id, { better }]) => {
      const numbers = counting.flatMap(({ day, values }) => {
        const value = values[id];
        return value == null ? [] : [{ day, value }];
      });
      return [id, present(judgeChange(numbers, better, spread[id]))];
    }),
  );
}

const present = ({ typicalError, methodSpread, ...judged }: Judged): Judgement => ({
  ...judged,
  typical_error: typicalError,
  method_spread: methodSpread,
});
