import { createHash, timingSafeEqual } from 'node:crypto';
import { isRefusal, type RecoveryReset, type Refusal, Role, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, tables } from '../../platform/database/index.ts';
import type { GuardSecrets } from './guard-secrets.ts';
import { hashPassword } from './hash-passwords.ts';
import { findByMail, normalMail } from './read-users.ts';
import { setPassword } from './set-password.ts';

const { clients } = tables;
const Roles = z.array(Role);

/**
 * Sets the password of a person, whose id it answers, by the recovery key of their client. Not an administrator's: managers can read the key, and
 * would rise with it.
 */
export async function recoverPassword(
  db: Db,
  guard: GuardSecrets,
  { email, recovery_key, password }: z.output<typeof RecoveryReset>,
  address: string,
): Promise<number | Refusal> {
  const mail = normalMail(email);
  const person = await guard({ mail, address }, async () => {
    const found = await findByMail(db, mail);
    // Also for nobody: as much work, whatever the mail.
    const [client] = await db
      .select({ recoveryKey: clients.recoveryKey })
      .from(clients)
      .where(eq(clients.id, found?.clientId ?? 0));
    const isRight = sameSecret(asKept(client?.recoveryKey ?? ''), asKept(recovery_key)) && Boolean(client?.recoveryKey);
    return isRight && found !== undefined && !Roles.parse(found.roles).includes('Admin') ? found : undefined;
  });
  if (person === undefined) return refuse('session.recoveryRefused');
  if (isRefusal(person)) return person;
  const passwordHash = await hashPassword(password, address);
  if (isRefusal(passwordHash)) return passwordHash;
  await db.transaction((tx) => setPassword(tx, person.id, passwordHash));
  return person.id;
}

/** People type keys: without the dashes, in small letters, with the letters that look like digits. */
function asKept(key: string): string {
  return key.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}

/** In a time that does not depend on how much of the two is the same. */
function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
