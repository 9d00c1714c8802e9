import type { Record, RecordFilters } from '@sillage/contract';
import type { DeviceRecord } from '../live/follow-records.ts';

/** What a device made, with its record once that is listed. */
export type MadeRecord = DeviceRecord & { readonly record: Record | undefined };

/** A page that has the records that devices just made: even if each has recorded a few times since. */
export function listOfMade(made: readonly DeviceRecord[]): Pick<RecordFilters, 'deviceIds' | 'pageSize'> {
  const deviceIds = [...new Set(made.map(({ device }) => device.id))];
  return { deviceIds, pageSize: Math.min(1000, 10 + 3 * made.length) };
}

/** Finds what devices made by their own numbers: another record of the same device, however new, is not the one. */
export function findMade(made: readonly DeviceRecord[], listed: readonly Record[]): readonly MadeRecord[] {
  return made.map((one) => {
    const { device, deviceRecId } = one;
    const isIt = (record: Record) => record.device_id === device.id && record.device_record_id === deviceRecId;
    return { ...one, record: deviceRecId === null ? undefined : listed.find(isIt) };
  });
}

/** s; of the longest: as its record says, else as the clock here showed. */
export function longestOf(made: readonly MadeRecord[]): number {
  return Math.max(0, ...made.map(({ record, seconds }) => record?.duration || seconds));
}
