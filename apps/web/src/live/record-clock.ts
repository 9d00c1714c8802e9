import { correctRecordTime, type RecordTime } from '@sillage/domain';

/** The server said a record time, in s; null: no record runs. */
export function takeRecordTime(
  kept: RecordTime | undefined,
  recTime: number | null,
  nowMilliseconds: number,
): RecordTime | undefined {
  return recTime === null ? undefined : correctRecordTime(kept, recTime, nowMilliseconds);
}
