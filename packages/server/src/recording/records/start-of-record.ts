import { startOfRecord, untouched } from '@sillage/domain';
import type { RecordRow } from './find-records.ts';

type Dated = Pick<RecordRow, 'startUs' | 'startedAt' | 'appliedSteps'>;

/** µs at which its samples begin; by the clock that dates the record, to the µs where that of its source is the same. */
export function startOf(record: Dated): number {
  return originalStartOf(record) + cutOffUs(record);
}

/** µs at which its source begins, of which steps may have cut something off. */
function originalStartOf(record: Dated): number {
  const datedUs = record.startedAt.getTime() * 1000 - cutOffUs(record);
  return Math.abs(record.startUs - datedUs) < 1000 ? record.startUs : datedUs;
}

const cutOffUs = ({ appliedSteps }: Dated) => Math.round(startOfRecord((appliedSteps ?? untouched).times) * 1e6);
