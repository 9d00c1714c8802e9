import { limits } from '@sillage/contract';

/** A record time and the local moment it was true at; between updates the time runs on by itself. */
export interface RecordTime {
  readonly seconds: number;
  /** ms of the local clock. */
  readonly atMs: number;
}

export function recordTimeAt(time: RecordTime, nowMs: number): number {
  return time.seconds + (nowMs - time.atMs) / 1000;
}

/**
 * What to keep after the server told its record time: the local estimate runs on, so that the display does not
 * jitter, unless it is off by more than 0.5 s.
 */
export function correctRecordTime(kept: RecordTime | undefined, serverSeconds: number, nowMs: number): RecordTime {
  const off = kept === undefined ? Number.POSITIVE_INFINITY : Math.abs(recordTimeAt(kept, nowMs) - serverSeconds);
  return kept !== undefined && off <= limits.recordTimeToleranceSeconds
    ? kept
    : { seconds: serverSeconds, atMs: nowMs };
}
