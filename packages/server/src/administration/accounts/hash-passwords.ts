import { hash, verify } from '@node-rs/argon2';
import { refuse } from '@sillage/contract';

/** Hashed at once: the threads that do it also sync the journals to the disk. */
const atOnce = 2;
/** More that wait, at a tenth of a second each, would wait in vain. */
const mostWaiting = 200;
/** s */
const retrySeconds = 10;

const waiting: (() => void)[] = [];
let running = 0;

/** @throws Refusal when too many wait */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw refuse('request.tooMany', { seconds: retrySeconds });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    // The place goes to who waits, or is free.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

let decoy: Promise<string> | undefined;

/** argon2id with the library's costs (19 MiB, 2 passes), as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

/** Takes as long for a person who does not exist, so that the time does not tell which mails are known. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  // Once, and without a turn: a refusal would be kept.
  decoy ??= hash('nobody');
  const known = passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(known, password));
  return matches && typeof passwordHash === 'string';
}
