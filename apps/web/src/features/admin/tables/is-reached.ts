/** ms; a hub at which nothing happens comes every five minutes, and what others are told of that follows in steps of five. */
const silentMs = 660_000;

/** Whether a hub that was last heard then is still there. */
export const isReached = (lastSeen: string | null): boolean =>
  lastSeen !== null && Date.now() - Date.parse(lastSeen) < silentMs;
