import { useEffect } from 'react';
import { create } from 'zustand';
import { resetWhenClientChanges } from '../base/active-client.ts';
import { resetWhenSignedOut } from '../base/forget-user.ts';
import { useConnectedDevices } from './devices.ts';
import { type FollowedRecords, followRecords, longestRunning, nothingRecorded } from './follow-records.ts';
import { useLiveLink } from './live.tsx';

/** What runs and what ran, for every screen. */
export const useFollowedRecords = create<FollowedRecords>()(() => nothingRecorded);

const forgetRecords = (): void => useFollowedRecords.setState(nothingRecorded);
resetWhenSignedOut(forgetRecords);
resetWhenClientChanges(forgetRecords);

/** Back to what is so now: the last result has been seen. */
export function forgetEnded(): void {
  useFollowedRecords.setState({ ended: [] });
}

/** The ends of what these devices recorded are of no interest: it was no training. */
export function forgetEndedOf(numbers: readonly number[]): void {
  useFollowedRecords.setState(({ ended }) => ({
    ended: ended.filter(({ device }) => !numbers.includes(device.number)),
  }));
}

/** Keeps up what the devices record; once, in the frame. */
export function useFollowRecords(): void {
  const { devices } = useConnectedDevices();
  useEffect(() => {
    if (devices === undefined) return;
    useFollowedRecords.setState((before) => followRecords(before, devices, performance.now()));
  }, [devices]);
}

/** How to read the record clock of all screens, in s; undefined while nothing records. A lost link stops it. */
export function useRecordSeconds(): (() => number) | undefined {
  const followed = useFollowedRecords();
  const link = useLiveLink();
  if (followed.running.size === 0) return undefined;
  return () => longestRunning(followed, link.lost ? link.heardAtMs : performance.now()) ?? 0;
}
