/** The clock is handed in, so that tests decide what time it is. */
export interface Clock {
  /** ms since 1970 */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
