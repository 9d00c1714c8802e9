import { correctRecordTime, type RecordTime, recordTimeAt } from '@sillage/domain';

/**
 * Where a device's time stands now: it runs on by itself, so that the window moves evenly and a trace ends where its data
 * end, and never stands before the newest sample.
 * @param newest s, of the device's time axis
 */
export function takeEdge(kept: RecordTime | undefined, newest: number, nowMs: number): RecordTime {
  const edge = correctRecordTime(kept, newest, nowMs);
  return recordTimeAt(edge, nowMs) < newest ? { seconds: newest, atMs: nowMs } : edge;
}
