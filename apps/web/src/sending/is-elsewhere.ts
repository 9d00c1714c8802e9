import type { Record } from '@sillage/contract';

/** Whether the original of a record is in the cloud only: it came from there as a row, or was freed here. */
export function isElsewhere(record: Pick<Record, 'decode_state' | 'size'>): boolean {
  return record.decode_state === 'error' && record.size === 0;
}
