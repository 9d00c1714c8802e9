import { useEffect, useEffectEvent } from 'react';

/** Answers true when it redrew a canvas, which is what a frame has little room for. */
type Paint = (nowMilliseconds: number) => boolean;

/** Canvases redrawn in one frame at most; the others follow in the next, so that no frame is late for all of them. */
const canvasesPerFrame = 2;

const painters: Paint[] = [];
let handle = 0;
let next = 0;

function paintAll(): void {
  // The page's clock, not the frame's: samples are stamped with it.
  const now = performance.now();
  let redrawn = 0;
  for (let turn = painters.length; turn > 0 && redrawn < canvasesPerFrame; turn--) {
    next = (next + 1) % painters.length;
    if (painters[next]?.(now)) redrawn++;
  }
  handle = requestAnimationFrame(paintAll);
}

/** One animation frame loop for all live curves, values and clocks, each in its turn; stands still when nothing is mounted. */
export function usePainter(paint: Paint): void {
  const latest = useEffectEvent(paint);
  useEffect(() => {
    const call: Paint = (now) => latest(now);
    if (painters.length === 0) handle = requestAnimationFrame(paintAll);
    painters.push(call);
    return () => {
      painters.splice(painters.indexOf(call), 1);
      if (painters.length === 0) cancelAnimationFrame(handle);
    };
  }, []);
}
