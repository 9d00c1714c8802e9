import type { Record } from '@sillage/contract';
import type { DeviceRecord } from '../../live/follow-records.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { longestOf, newestOfDevices, pageFor } from '../../records/newest-of-devices.ts';
import { useRecordList } from '../../records/record-queries.ts';

/** Whether what was recorded is shown: nothing records any more, and nobody went back to what is live. */
export function useHasEnded(): boolean {
  return useFollowedRecords(({ running, ended }) => running.size === 0 && ended.length > 0);
}

/** What was just recorded, in the order of the devices, each with its record once that is listed. */
export function useEnded(): {
  readonly rows: readonly (DeviceRecord & { readonly record: Record | undefined })[];
  /** s; of the longest: as its record says once that is listed, until then as the clock here showed; 0 while one runs. */
  readonly seconds: number;
} {
  const hasEnded = useHasEnded();
  const followed = useFollowedRecords(({ ended }) => ended);
  const ended = hasEnded ? followed : [];
  const deviceIds = ended.map(({ device }) => device.id);
  const { data } = useRecordList({ deviceIds, pageSize: pageFor(deviceIds.length) }, hasEnded);
  const found = newestOfDevices(data?.records ?? []);
  const rows = ended
    .toSorted((a, b) => a.device.number - b.device.number)
    .map((one) => ({ ...one, record: found.get(one.device.id) }));
  return { rows, seconds: longestOf(ended, found) };
}
