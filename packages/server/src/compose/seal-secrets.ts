import { sealExternalTokens } from '../administration/accounts/index.ts';
import type { Db } from '../platform/database/index.ts';
import type { Log } from '../platform/log/index.ts';
import type { Secrets } from '../platform/secrets/index.ts';

interface Dependencies {
  readonly db: Db;
  readonly log: Log;
  readonly secrets: Secrets;
  /** Where the keys lie. */
  readonly file: string;
  readonly say: (sentence: string) => void;
}

/** At start: nothing that unlocks another service lies in clear; what opens with a key that is gone is told. */
export async function sealSecrets({ db, log, secrets, file, say }: Dependencies): Promise<void> {
  const lost = await db.transaction((tx) => sealExternalTokens(tx, secrets));
  if (lost.count === 0) return;
  log.warn({ count: lost.count, keys: lost.keyIds.join(', ') }, 'secrets of other services cannot be opened');
  say(
    `The Nolio tokens of ${lost.count} people cannot be opened: the key ${lost.keyIds.join(', ')} is not here. ` +
      `Add it to ${file} (or SILLAGE_SECRET_KEYS) and restart, or let them type their tokens again. All else works.`,
  );
}
