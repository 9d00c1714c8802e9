import { isRefusal, type Refusal } from '@sillage/contract';
import { TaskRefused } from '../../platform/jobs/index.ts';

/** What came out; a refusal ends the task, which says why. */
export function orRefused<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new TaskRefused(outcome);
  return outcome;
}
