import { limits } from '@sillage/contract';

/** Record time of a device as last settled: it was `recTime` s at the moment `at` (ms of the page's clock). */
export interface RecordClock {
  readonly recTime: number;
  readonly at: number;
}

/** Record time now, extrapolated; s. */
export function recordTimeAt(clock: RecordClock, nowMilliseconds: number): number {
  return clock.recTime + (nowMilliseconds - clock.at) / 1000;
}

/**
 * The server said a record time. Within 0.5 s of the estimate the local clock goes on undisturbed; beyond, the
 * server's wins (specification §4). Null: no record runs.
 */
export function takeRecordTime(
  clock: RecordClock | undefined,
  recTime: number | null,
  nowMilliseconds: number,
): RecordClock | undefined {
  if (recTime === null) return undefined;
  if (clock !== undefined) {
    const difference = Math.abs(recTime - recordTimeAt(clock, nowMilliseconds));
    if (difference <= limits.recordTimeToleranceSeconds) return clock;
  }
  return { recTime, at: nowMilliseconds };
}
