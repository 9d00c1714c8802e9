import type { Trial } from '@sillage/contract';

/** Trials that may stand on one curve: of the method of the last one that counts. */
export function comparableTrials(trials: readonly Trial[]) {
  const valid = trials.filter(({ refused }) => refused === null);
  const method = (valid.findLast(({ excluded }) => excluded === null) ?? valid.at(-1))?.method;
  const shown = valid.filter((trial) => trial.method === method);
  return {
    shown,
    method,
    otherMethods: valid.length - shown.length,
    days: [...new Set(shown.map(({ day }) => day))],
  };
}

export interface DayMean {
  readonly day: string;
  /** ms since 1970, of its first trial. */
  readonly timestamp: number;
  readonly timezone: string;
  readonly mean: number;
  readonly count: number;
}

/** Means of a number by day, of trials that count. */
export function meansByDay(trials: readonly Trial[], output: string): DayMean[] {
  const days = Map.groupBy(
    trials.filter(({ excluded, values }) => excluded === null && values[output] != null),
    ({ day }) => day,
  );
  return [...days].map(([day, ofDay]) => ({
    day,
    timestamp: ofDay[0]?.timestamp ?? 0,
    timezone: ofDay[0]?.timezone ?? 'UTC',
    mean: ofDay.reduce((sum, { values }) => sum + (values[output] ?? 0), 0) / ofDay.length,
    count: ofDay.length,
  }));
}
