import { limits, type ScenarioStatus } from '@sillage/contract';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * A status as it fits in one message: results that were found first are left out, then errors, then analyses
 * that wait, then the prompts that came last, and it says so. The run keeps all of them.
 */
export function fitStatus(status: ScenarioStatus): ScenarioStatus {
  let over = bytesOf(status) - limits.scenarioStatusBytes;
  if (over <= 0) return status;
  over += bytesOf({ truncated: true });
  const { results = [], errors = [], waiting = [], prompts } = status;
  /** How many at the front are left out. */
  const cut = (list: readonly unknown[]): number => {
    let count = 0;
    for (; over > 0 && count < list.length; count++) over -= bytesOf(list[count]) + 1;
    return count;
  };
  return {
    ...status,
    results: results.slice(cut(results)),
    errors: errors.slice(cut(errors)),
    waiting: waiting.slice(cut(waiting)),
    prompts: prompts.slice(0, prompts.length - cut(prompts.toReversed())),
    truncated: true,
  };
}
