import { type Analysis, type Judged, judgeChange } from '@sillage/analysis';
import type { Judgement, Trial } from '@sillage/contract';

/** Trials that have a number and were not taken out, of the method of the last one. */
export function countingTrials(trials: readonly Trial[]): Trial[] {
  const valid = trials.filter(({ refused, excluded }) => refused === null && excluded === null);
  const method = valid.at(-1)?.method;
  return valid.filter((trial) => trial.method === method);
}

/** Each number of the last day against those of the days before. */
export function judgeTrials({ outputs }: Analysis, trials: readonly Trial[]): Record<string, Judgement> {
  const counting = countingTrials(trials);
  return Object.fromEntries(
    Object.entries(outputs).map(([id, { better }]) => {
      const numbers = counting.flatMap(({ day, values }) => {
        const value = values[id];
        return value == null ? [] : [{ day, value }];
      });
      return [id, present(judgeChange(numbers, better))];
    }),
  );
}

const present = ({ typicalError, ...judged }: Judged): Judgement => ({ ...judged, typical_error: typicalError });
