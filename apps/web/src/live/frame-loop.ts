import { useEffect, useEffectEvent } from 'react';

type Paint = (nowMilliseconds: number) => void;

const painters = new Set<Paint>();
let handle = 0;

function paintAll(): void {
  // The page's clock, not the frame's: samples are stamped with it.
  const now = performance.now();
  for (const paint of painters) paint(now);
  handle = requestAnimationFrame(paintAll);
}

/** One animation frame loop for all live curves, values and clocks; stands still when nothing is mounted. */
export function usePainter(paint: Paint): void {
  const latest = useEffectEvent(paint);
  useEffect(() => {
    const call: Paint = (now) => latest(now);
    if (painters.size === 0) handle = requestAnimationFrame(paintAll);
    painters.add(call);
    return () => {
      painters.delete(call);
      if (painters.size === 0) cancelAnimationFrame(handle);
    };
  }, []);
}
