import { statSync } from 'node:fs';
import { unlessAbsentNow } from './unless-absent.ts';

/**
 * Changes when another folder takes its place; undefined when there is none. At once: what the system holds in memory comes
 * sooner than a thread could be asked for it.
 */
export function identityOf(folder: string): string | undefined {
  const found = unlessAbsentNow(() => statSync(folder));
  return found && `${found.dev}:${found.ino}:${found.mtimeMs}`;
}
