import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';
import { useRecordSeconds } from '../../live/followed-records.ts';

/** s before a start, and after which it stops by itself; 0: at once, by hand. */
export const countdowns = [0, 3, 5, 10] as const;
export const durations = [0, 10, 30, 60, 120, 300, 600] as const;

interface Timing {
  readonly countdownSeconds: number;
  readonly stopSeconds: number;
}

const byHand: Timing = { countdownSeconds: 0, stopSeconds: 0 };
export const useTiming = create<Timing>()(() => byHand);
resetWhenSignedOut(() => useTiming.setState(byHand));

/** ms between looks at the clock. */
const lookEvery = 100;

export interface TimedRecord {
  /** s until the start; undefined while none counts down. */
  readonly left: number | undefined;
  /** Starts now, or counts down first; while it counts down, gives that up. */
  press(): void;
}

/** A start that counts down, and a stop by itself, while this page is open. */
export function useTimedRecord(given: { isRecording: boolean; start(): void; stop(): void }): TimedRecord {
  const { countdownSeconds, stopSeconds } = useTiming();
  const [startsAtMs, setStarts] = useState<number>();
  const [nowMs, setNow] = useState(0);
  useTimedStop(given, stopSeconds);
  const { start } = given;
  useEffect(() => {
    if (startsAtMs === undefined) return;
    const timer = setInterval(() => {
      const now = performance.now();
      setNow(now);
      if (now < startsAtMs) return;
      setStarts(undefined);
      start();
    }, lookEvery);
    return () => clearInterval(timer);
  }, [startsAtMs, start]);
  return {
    left: startsAtMs === undefined ? undefined : Math.max(1, Math.ceil((startsAtMs - nowMs) / 1000)),
    press: () => {
      if (startsAtMs !== undefined) return setStarts(undefined);
      if (given.isRecording) return given.stop();
      if (countdownSeconds === 0) return start();
      setNow(performance.now());
      setStarts(performance.now() + countdownSeconds * 1000);
    },
  };
}

/** Stops once, when the record has lasted so long; who goes on after it is not stopped again. */
function useTimedStop({ isRecording, stop }: { isRecording: boolean; stop(): void }, stopSeconds: number): void {
  const seconds = useRecordSeconds();
  useEffect(() => {
    if (!isRecording || stopSeconds === 0 || seconds === undefined || seconds() > stopSeconds) return;
    const timer = setInterval(() => {
      if (seconds() < stopSeconds) return;
      clearInterval(timer);
      stop();
    }, lookEvery);
    return () => clearInterval(timer);
  }, [isRecording, stopSeconds, seconds, stop]);
}
