import type { BufferState } from '@sillage/contract';
import type { LevelsOfDevice } from './keep-levels.ts';
import { levelMs } from './measure-movement.ts';

/** Stretches of time that are told of, whatever the hours: as many as a screen has room for. */
const mostTold = 240;
const percent = 100;

/**
 * How much any of these devices moved in each stretch of the last hours.
 * @param devices their levels, and since when (ms since 1970) anything else of them is kept
 */
export function presentMovement(
  devices: readonly { readonly fromMs: number; readonly moved: LevelsOfDevice }[],
  hours: number,
  nowMs: number,
): BufferState['movement'] {
  const together = Math.max(1, Math.ceil((hours * 3_600_000) / levelMs / mostTold));
  const everyMs = together * levelMs;
  const first = Math.floor((nowMs - hours * 3_600_000) / everyMs);
  const heights = new Array<number | null>(Math.ceil(nowMs / everyMs) - first).fill(null);
  for (const { fromMs, moved } of devices) {
    const from = Math.floor(fromMs / levelMs);
    for (const [i, slot] of moved.slots.entries()) {
      const at = Math.floor(slot / together) - first;
      if (slot < from || at < 0 || at >= heights.length) continue;
      const height = Math.min(percent, Math.round(((moved.levels[i] ?? 0) / moved.full) * percent));
      heights[at] = Math.max(heights[at] ?? 0, height);
    }
  }
  return { from: new Date(first * everyMs).toISOString(), every: everyMs / 1000, levels: heights };
}
