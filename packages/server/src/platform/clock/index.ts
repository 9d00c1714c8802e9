/** Clocks are handed in, so that tests decide what time it is. */
export interface Clock {
  /** ms since 1970; for dates. NTP or a person may set it forward and back at any moment. */
  nowMs(): number;
  /** ms since some moment; for durations. Never runs backward, is never set, and may stand still while the machine sleeps. */
  monotonicMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
export { turnsDuring } from './count-turns.ts';
export { receiveInTurns } from './receive-in-turns.ts';
export { nextTurn, shareLoop } from './share-loop.ts';
export { within } from './within.ts';
