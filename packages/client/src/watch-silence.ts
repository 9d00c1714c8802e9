/** ms between two looks at the clock. */
const lookEveryMs = 250;
/** ms late by which a look finds that this program itself stood still, and could not hear. */
const stoodStillMs = 1000;

export interface SilenceLimits {
  /** ms without a frame after which the link counts as silent. */
  readonly silentAfterMs: number;
  /** ms until a link counts as silent while the machine says that it has no network. */
  readonly silentOfflineAfterMs: number;
  /** ms without a frame after which the link is given up. */
  readonly givenUpAfterMs: number;
}

export interface SilenceWatch {
  /** A frame came, whatever it said. */
  heard(): void;
  /** ms of the clock given, of the last frame. */
  readonly heardAtMs: number;
  start(): void;
  stop(): void;
}

/** Watches a link on which something comes each second: tells when it falls silent, speaks again, or is given up. */
export function watchSilence(given: {
  readonly limits: SilenceLimits;
  /** ms of a clock that only goes forward. */
  readonly nowMs: () => number;
  readonly isOnline: () => boolean;
  readonly onSilent: (silent: boolean) => void;
  readonly onGivenUp: () => void;
}): SilenceWatch {
  const { limits, nowMs, isOnline } = given;
  let heardAtMs = nowMs();
  let lookedAtMs = heardAtMs;
  let silent = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function turn(next: boolean): void {
    if (next === silent) return;
    silent = next;
    given.onSilent(next);
  }

  function look(): void {
    const now = nowMs();
    const late = now - lookedAtMs - lookEveryMs;
    lookedAtMs = now;
    // What came meanwhile waits to be heard: the next look knows better.
    if (late > stoodStillMs) return;
    const quietMs = now - heardAtMs;
    if (quietMs >= limits.givenUpAfterMs) given.onGivenUp();
    else if (quietMs >= (isOnline() ? limits.silentAfterMs : limits.silentOfflineAfterMs)) turn(true);
  }

  return {
    get heardAtMs() {
      return heardAtMs;
    },
    heard: () => {
      heardAtMs = nowMs();
      turn(false);
    },
    start: () => {
      clearInterval(timer);
      heardAtMs = nowMs();
      lookedAtMs = heardAtMs;
      silent = false;
      timer = setInterval(look, lookEveryMs);
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
