import type { RecordRow } from './find-records.ts';

/** µs; by the clock that dates the record, to the µs where that of its source is the same. */
export function startOf({ startUs, startedAt }: Pick<RecordRow, 'startUs' | 'startedAt'>): number {
  const datedUs = startedAt.getTime() * 1000;
  return Math.abs(startUs - datedUs) < 1000 ? startUs : datedUs;
}
