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

/** ms for which a device may take to begin, once it was told to. */
const beginMs = 30_000;

/** What these devices are told to record, or record already, is no training: what was trained before stays until it was seen. */
export function markCalibrating(numbers: readonly number[]): void {
  useFollowedRecords.setState((followed) => {
    const { running, calibrating } = followed;
    const unmarked = numbers.filter((number) => !calibrating.has(number));
    if (unmarked.length === 0) return followed;
    const untilMs = performance.now() + beginMs;
    const marks = unmarked.map((number) => [number, running.has(number) ? undefined : untilMs] as const);
    return { calibrating: new Map([...calibrating, ...marks]) };
  });
}

/** These devices did not begin. */
export function unmarkCalibrating(numbers: readonly number[]): void {
  useFollowedRecords.setState(({ calibrating }) => ({
    calibrating: new Map([...calibrating].filter(([number]) => !numbers.includes(number))),
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
