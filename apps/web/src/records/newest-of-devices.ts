import type { Record } from '@sillage/contract';

/** The record that each device made last, by the device's id. */
export function newestOfDevices(records: readonly Record[]): ReadonlyMap<number, Record> {
  const newest = new Map<number, Record>();
  for (const record of records) {
    if (record.device_id === null) continue;
    const known = newest.get(record.device_id);
    // Ids grow; the date is what the device's clock said.
    if (known === undefined || known.id < record.id) newest.set(record.device_id, record);
  }
  return newest;
}

/** Records asked for to find the last one of each of so many devices: a page, even if one recorded a few times since. */
export function pageFor(devices: number): number {
  return Math.min(1000, 10 + 3 * devices);
}

/** s; of the longest: as its record says, else as the clock here showed. */
export function longestOf(
  ended: readonly { readonly device: { readonly id: number }; readonly seconds: number }[],
  found: ReadonlyMap<number, Record>,
): number {
  return Math.max(0, ...ended.map(({ device, seconds }) => found.get(device.id)?.duration || seconds));
}
