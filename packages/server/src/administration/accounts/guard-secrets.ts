import { type Refusal, refuse } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { limitAttempts } from './limit-attempts.ts';

const windowMs = 5 * 60_000;
/** Wrong secrets for one mail from one address. */
const fromOneAddress = { attempts: 10, windowMs };
/** Wrong secrets for one mail from anywhere: higher, so that a stranger does not easily lock somebody out. */
const fromAnywhere = { attempts: 50, windowMs };

interface Guess {
  /** Whom the secret is for. */
  readonly mail: string;
  /** Where the request came from. */
  readonly address: string;
}

/**
 * Slows down who guesses a secret; a right one costs nothing. `check` answers undefined for a wrong one.
 * Guesses for one mail are checked one after the other: a thousand at once are limited like a thousand in a row.
 */
export type GuardSecrets = <T>(guess: Guess, check: () => Promise<T | undefined>) => Promise<T | Refusal | undefined>;

export function guardSecrets(clock: Clock): GuardSecrets {
  const near = limitAttempts(clock, fromOneAddress);
  const far = limitAttempts(clock, fromAnywhere);
  const inTurn = takeTurnsByKey();
  return ({ mail, address }, check) => {
    const key = `${mail} ${address}`;
    return inTurn(mail, async () => {
      const seconds = near.waitSeconds(key) ?? far.waitSeconds(mail);
      if (seconds !== undefined) return refuse('request.tooMany', { seconds });
      const found = await check();
      if (found === undefined) {
        near.count(key);
        far.count(mail);
      } else near.forget(key);
      return found;
    });
  };
}

/** Runs what has the same key one after the other. */
function takeTurnsByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lasts = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const turn = (lasts.get(key) ?? Promise.resolve()).then(work, work);
    lasts.set(key, turn);
    try {
      return await turn;
    } finally {
      if (lasts.get(key) === turn) lasts.delete(key);
    }
  };
}
