import { createSecrets, keyBytes, type Secrets } from './seal-secrets.ts';

/** Secrets under a key of their own: another `seed` is another machine. For tests. */
export function openTestSecrets(seed = 7): Secrets {
  return createSecrets([Buffer.alloc(keyBytes, seed)]);
}
