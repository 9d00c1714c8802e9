import { createHash } from 'node:crypto';

/** How tokens, keys and links are kept. Of 32 random bytes each, they need no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
