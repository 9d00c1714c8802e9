import { useMemo } from 'react';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { findMade, listOfMade, longestOf, type MadeRecord } from '../../records/find-device-records.ts';
import { useRecordList } from '../../records/record-queries.ts';

/** Whether what was recorded is shown: nothing records any more, and nobody went back to what is live. */
export function useHasEnded(): boolean {
  return useFollowedRecords(({ running, ended }) => running.size === 0 && ended.length > 0);
}

/** Numbers of the devices of which the end of a record is shown. */
export function useEndedNumbers(): ReadonlySet<number> {
  const ended = useFollowedRecords((followed) => followed.ended);
  const hasEnded = useHasEnded();
  return useMemo(() => new Set(hasEnded ? ended.map(({ device }) => device.number) : []), [ended, hasEnded]);
}

/** What was just recorded, in the order of the devices, each with its record once that is listed. */
export function useEnded(): {
  readonly rows: readonly MadeRecord[];
  /** s; of the longest: as its record says once that is listed, until then as the clock here showed; 0 while one runs. */
  readonly seconds: number;
} {
  const hasEnded = useHasEnded();
  const followed = useFollowedRecords(({ ended }) => ended);
  const ended = hasEnded ? followed : [];
  const { data } = useRecordList(listOfMade(ended), hasEnded);
  const rows = findMade(
    ended.toSorted((a, b) => a.device.number - b.device.number),
    data?.records ?? [],
  );
  return { rows, seconds: longestOf(rows) };
}
