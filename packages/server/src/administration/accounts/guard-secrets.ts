import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { hostOf, siteOf } from '../../platform/places/index.ts';
import { limitAttempts } from './limit-attempts.ts';

const windowMs = 5 * 60_000;
/** Wrong secrets for one mail from one address, or from one browser that this person has used. */
const fromOneAddress = { attempts: 10, windowMs };
/** Wrong secrets for one mail from places that the person was never seen at. */
const fromAnywhere = { attempts: 50, windowMs };
/** Beyond it each network has one try, so that strangers who guess do not lock out who comes from somewhere new. */
const fromOneNetwork = { attempts: 1, windowMs };
/** As many of these tries, for one mail. */
const firstTries = { attempts: 100, windowMs };
/** Places remembered; the oldest are forgotten beyond it. */
const maxPlaces = 10_000;

interface Guess {
  /** Whom the secret is for. */
  readonly mail: string;
  /** Where the request came from. */
  readonly address: string;
  /** Name that the browser gives itself (`X-Unique-Id`): only who used it knows it. */
  readonly browser?: string | undefined;
}

/**
 * Slows down who guesses a secret; a right one costs nothing, nor does a refusal. `check` answers undefined for a wrong one.
 * Guesses for one mail are checked one after the other: a thousand at once are limited like a thousand in a row.
 */
export type GuardSecrets = <T>(
  guess: Guess,
  check: () => Promise<T | Refusal | undefined>,
) => Promise<T | Refusal | undefined>;

/** `hasSession`: whether the person of a mail has a session in this browser. */
export function guardSecrets(
  clock: Clock,
  hasSession: (mail: string, browser: string) => Promise<boolean> = async () => false,
): GuardSecrets {
  const near = limitAttempts(clock, fromOneAddress);
  const far = limitAttempts(clock, fromAnywhere);
  const network = limitAttempts(clock, fromOneNetwork);
  const firsts = limitAttempts(clock, firstTries);
  const seen = rememberPlaces();
  const inTurn = takeTurnsByKey();

  /** s to wait at this place, as what the place is known for. */
  function waitAt(mail: string, place: string, net: string): number | undefined {
    const here = near.waitSeconds(place);
    if (here !== undefined || seen.has(place)) return here;
    const seconds = far.waitSeconds(mail);
    return seconds === undefined ? undefined : (network.waitSeconds(net) ?? firsts.waitSeconds(mail));
  }

  return ({ mail, address, browser }, check) =>
    inTurn(mail, async () => {
      const place = `${mail} ${hostOf(address)}`;
      const net = `${mail} ${siteOf(address)}`;
      const own = browser === undefined ? undefined : `${mail} browser ${browser}`;
      let seconds = waitAt(mail, place, net);
      let counted = place;
      if (seconds !== undefined && own !== undefined && browser !== undefined) {
        // Strangers, also those behind the same address, have used up what is not theirs.
        if (seen.has(own) || (await hasSession(mail, browser))) {
          seconds = near.waitSeconds(own);
          counted = own;
        }
      }
      if (seconds !== undefined) return refuse('request.tooMany', { seconds });
      const found = await check();
      if (isRefusal(found)) return found;
      if (found === undefined) {
        if (far.waitSeconds(mail) !== undefined && counted === place) firsts.count(mail);
        near.count(counted);
        far.count(mail);
        network.count(net);
      } else {
        near.forget(counted);
        seen.add(place);
        if (own !== undefined) seen.add(own);
      }
      return found;
    });
}

function rememberPlaces() {
  const places = new Set<string>();
  return {
    has: (place: string) => places.has(place),
    add(place: string): void {
      places.delete(place);
      places.add(place);
      const [oldest] = places;
      if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest);
    },
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
