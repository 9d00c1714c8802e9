import { RecordType } from '@sillage/contract';
import type { DeviceFamily } from './device-number.ts';

/**
 * The type of a record, by what its source says of it and by the family of its device. A mini's plain
 * records are of its own type; so is what a product of that family is called, such as `miniphyling`. Undefined or unknown
 * words say nothing.
 */
export function chooseRecordType(told: string | undefined, family: DeviceFamily | undefined): RecordType {
  const word = told?.trim().toLowerCase() ?? '';
  const type = word.startsWith('mini') ? 'mini' : (RecordType.safeParse(word).data ?? 'record');
  return type === 'record' && family === 'mini' ? 'mini' : type;
}
