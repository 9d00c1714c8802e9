/** Take-overs that a bad radio link makes, too; beyond them two programs use one number. */
const freeTakeovers = 5;
/** ms after which one take-over is forgotten. */
const forgetMs = 10_000;
const longestWaitMs = 30_000;
/** ms between two lines of the log about one device. */
const sayAgainMs = 600_000;

interface Fight {
  /** Take-overs not yet forgotten, at `lastMs`. */
  strength: number;
  lastMs: number;
  saidMs: number;
}

/**
 * Two programs with the number of one device end each other's connection in turn, as fast as they can. After a few
 * take-overs the one that is there keeps the connection for a while, longer each time.
 */
export function slowTakeovers(dependencies: {
  readonly monotonicMs: () => number;
  /** Once per device and ten minutes. */
  readonly fighting: (number: number, waitMs: number) => void;
}) {
  const fights = new Map<number, Fight>();

  function strengthOf(fight: Fight, nowMs: number): number {
    return Math.max(0, fight.strength - (nowMs - fight.lastMs) / forgetMs);
  }
  return {
    /** Whether a connection of the device may end the one that is there. Counted when it may. */
    mayTakeOver(number: number): boolean {
      const nowMs = dependencies.monotonicMs();
      const fight = fights.get(number) ?? { strength: 0, lastMs: nowMs, saidMs: Number.NEGATIVE_INFINITY };
      const strength = strengthOf(fight, nowMs);
      if (strength > freeTakeovers) {
        const waitMs = Math.min(longestWaitMs, 1000 * 2 ** (strength - freeTakeovers));
        if (nowMs - fight.saidMs > sayAgainMs) {
          fight.saidMs = nowMs;
          dependencies.fighting(number, waitMs);
        }
        if (nowMs - fight.lastMs < waitMs) return false;
      }
      fight.strength = strength + 1;
      fight.lastMs = nowMs;
      fights.set(number, fight);
      for (const [other, past] of fights) if (strengthOf(past, nowMs) === 0) fights.delete(other);
      return true;
    },
  };
}
