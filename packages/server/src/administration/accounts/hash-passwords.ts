import { hash, verify } from '@node-rs/argon2';
import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { shareTurns } from '../../platform/places/index.ts';

/**
 * Two at once: the threads that do it also sync the journals to the disk. At a tenth of a second each, who comes after 200
 * would wait in vain; a club behind one address signs in together.
 */
const turns = shareTurns({ atOnce: 2, aHost: 100, inAll: 200 });
/** s */
const retrySeconds = 10;

async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T | Refusal> {
  const end = await turns.take(address);
  if (end === undefined) return refuse('request.tooMany', { seconds: retrySeconds });
  try {
    return await work();
  } finally {
    end();
  }
}

let decoy: Promise<string> | undefined;

/** argon2id with the library's costs (19 MiB, 2 passes), as a PHC string; refused when too many wait. */
export function hashPassword(password: string, address: string): Promise<string | Refusal> {
  return inTurn(address, () => hash(password));
}

/** Of people that the program itself adds; waits for nobody. */
export const hashOwnPassword = (password: string): Promise<string> => hash(password);

/** Of the administrator that the configuration names. */
export const isOwnPassword = async (passwordHash: string | null, password: string): Promise<boolean> =>
  passwordHash !== null && verify(passwordHash, password);

/** Takes as long for a person who does not exist, so that the time does not tell which mails are known. */
export async function passwordMatches(
  passwordHash: string | null | undefined,
  password: string,
  address: string,
): Promise<boolean | Refusal> {
  // Once, and without a turn: a refusal would be kept.
  decoy ??= hash('nobody');
  const known = passwordHash ?? (await decoy);
  const matches = await inTurn(address, () => verify(known, password));
  return isRefusal(matches) ? matches : matches && typeof passwordHash === 'string';
}
