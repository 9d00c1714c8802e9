import { useEffect, useState } from 'react';

/** What this page keeps in the phone, and what the browser gives it at most. */
export interface Room {
  readonly usedBytes: number;
  readonly quotaBytes: number;
}

const everyUs = 5e6;

/** Asked every 5 s; undefined where the browser does not say. */
export function useWaiting(nowUs: number): Room | undefined {
  const [room, setRoom] = useState<Room>();
  const turn = Math.floor(nowUs / everyUs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew each turn
  useEffect(() => {
    let isGone = false;
    navigator.storage?.estimate().then(
      ({ usage = 0, quota = 0 }) => isGone || setRoom({ usedBytes: usage, quotaBytes: quota }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [turn]);
  return room;
}
