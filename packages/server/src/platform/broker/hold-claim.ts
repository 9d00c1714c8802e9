import { Claim, judgeClaim } from './judge-claim.ts';

export interface ClaimTimes {
  /** ms in which a living server answers. */
  readonly answerMs: number;
  /** ms in which a server that left a claim behind tells it again, if it lives: more than two `againMs`. */
  readonly silentMs: number;
  readonly againMs: number;
}

export const claimTimes: ClaimTimes = { answerMs: 3000, silentMs: 12_000, againMs: 5000 };

interface Dependencies {
  readonly server: string;
  readonly host: string;
  readonly times: ClaimTimes;
  readonly monotonicMs: () => number;
  /** Publishes it, retained. */
  readonly tell: (claim: Claim) => void;
  /** Another server has the broker. */
  readonly yielded: (to: Claim) => void;
  /** The broker is ours: nobody answered, and our own claim came back. */
  readonly taken: () => void;
  /** Our own claim did not come back: the account may not write or read it. */
  readonly unheard: () => void;
}

/** Says that this server uses the broker, as long as it does, and notices another that says so too. */
export function holdClaim(dependencies: Dependencies) {
  const { server, host, times } = dependencies;
  let held = false;
  let heldSinceMs: number | undefined;
  let ownHeard = false;
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;

  const own = (): Claim => ({
    server,
    host,
    held,
    heldSeconds: heldSinceMs === undefined ? 0 : Math.round((dependencies.monotonicMs() - heldSinceMs) / 1000),
  });
  function decideAfter(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!ownHeard) return dependencies.unheard();
      held = true;
      heldSinceMs ??= dependencies.monotonicMs();
      dependencies.tell(own());
      dependencies.taken();
    }, ms);
  }
  function rest(): void {
    clearTimeout(timer);
    clearInterval(again);
    held = false;
    ownHeard = false;
  }
  return {
    /** The connection is there, and what is told on the claim's topic is heard. */
    connected(): void {
      rest();
      if (over) return;
      dependencies.tell(own());
      decideAfter(times.answerMs);
      again = setInterval(() => dependencies.tell(own()), times.againMs);
    },
    lost: rest,
    heard(payload: Uint8Array, retained: boolean): void {
      const claim = readClaim(payload);
      if (claim === undefined || over) return;
      if (claim.server === server) {
        ownHeard = true;
        return;
      }
      if (retained) {
        // Left behind by a server that may live or not: it is given time to say so.
        if (!held) decideAfter(times.silentMs);
        return;
      }
      const verdict = judgeClaim(own(), claim);
      if (verdict === 'answer') dependencies.tell(own());
      if (verdict !== 'yield') return;
      over = true;
      rest();
      dependencies.yielded(claim);
    },
    close(): void {
      over = true;
      rest();
    },
  };
}

function readClaim(payload: Uint8Array): Claim | undefined {
  try {
    return Claim.safeParse(JSON.parse(new TextDecoder().decode(payload))).data;
  } catch {
    return undefined;
  }
}
