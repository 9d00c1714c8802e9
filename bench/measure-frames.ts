import type { Page } from 'playwright-core';

/** ms between frames of 60 Hz of which one between was missed. */
const missedFrom = 25;

/** Lives in the page, whose types this program does not have. */
declare function requestAnimationFrame(step: (frameTime: number) => void): number;

/** ms between animation frames. */
export interface FrameGaps {
  /** By the frame's own time: how far apart are the pictures that a person sees. */
  readonly shown: readonly number[];
  /** By the clock when the callback ran: also grows with what ran before it in the frame, and with other programs on the cores. */
  readonly called: readonly number[];
}

export async function measureFrames(page: Page, durationMs: number): Promise<FrameGaps> {
  return await page.evaluate(
    (durationMs) =>
      new Promise<FrameGaps>((resolve) => {
        const shown: number[] = [];
        const called: number[] = [];
        const start = performance.now();
        let before: { frameTime: number; now: number } | undefined;
        const onFrame = (frameTime: number) => {
          const now = performance.now();
          if (before !== undefined) {
            shown.push(frameTime - before.frameTime);
            called.push(now - before.now);
          }
          before = { frameTime, now };
          if (now - start < durationMs) requestAnimationFrame(onFrame);
          else resolve({ shown, called });
        };
        requestAnimationFrame(onFrame);
      }),
    durationMs,
  );
}

export function p95(gaps: readonly number[]): number {
  return [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? Number.POSITIVE_INFINITY;
}

export function missedShare({ shown }: FrameGaps): string {
  return `${((100 * shown.filter((gap) => gap > missedFrom).length) / shown.length).toFixed(1)} %`;
}
