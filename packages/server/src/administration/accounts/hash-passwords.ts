import { hash, verify } from '@node-rs/argon2';

let decoy: Promise<string> | undefined;

/** argon2id with the library's costs (19 MiB, 2 passes), as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Takes as long for a person who does not exist, so that the time does not tell which mails are known. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('nobody');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && typeof passwordHash === 'string';
}
