import {
  type AccountEdit,
  type api,
  type BodyOf,
  type ExternalAccount,
  type ExternalProvider,
  isRefusal,
  limits,
  type PasswordChange,
  type Refusal,
} from '@sillage/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import { brokenField, conflictOf } from '../tenancy/index.ts';
import type { GuardSecrets } from './guard-secrets.ts';
import { hashPassword, passwordMatches } from './hash-passwords.ts';
import { normalMail, presentExternalAccounts } from './read-users.ts';
import { lockUser } from './rotate-refresh-tokens.ts';
import { setPassword } from './set-password.ts';

const { passwordLinks, users } = tables;

interface OwnSession {
  readonly userId: number;
  /** The session that asks stays. */
  readonly sessionId: string | undefined;
  readonly address: string;
}

/** Sets a new password when the current one is right; the other sessions of the person and their links end. */
export async function changePassword(
  db: Db,
  guard: GuardSecrets,
  { userId, sessionId, address }: OwnSession,
  { current_password, password }: z.output<typeof PasswordChange>,
): Promise<Refusal | undefined> {
  const current = await guard({ mail: String(userId), address }, async () => {
    const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
    return (await passwordMatches(row?.passwordHash, current_password)) ? row : undefined;
  });
  if (current === undefined) return brokenField('current_password', 'wrongPassword');
  if (isRefusal(current)) return current;
  const passwordHash = await hashPassword(password);
  await db.transaction((tx) => setPassword(tx, userId, passwordHash, sessionId));
  return undefined;
}

/** Changes the own name, mail, language and whether the terms are shown; nothing else can be reached this way. */
export async function editAccount(
  db: Db,
  userId: number,
  { mail, firstname, lastname, language, show_terms }: z.output<typeof AccountEdit>,
): Promise<Refusal | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  const reserved = lastname === undefined ? undefined : refuseReservedName(lastname, row?.isRecovery ?? false);
  if (row === undefined || reserved !== undefined) return reserved;
  const newMail = mail === undefined ? row.mail : normalMail(mail);
  const written = await conflictOf('mail', () =>
    db.transaction(async (tx) => {
      await tx
        .update(users)
        .set({
          mail: newMail,
          firstname: firstname ?? row.firstname,
          lastname: lastname ?? row.lastname,
          language: language ?? row.language,
          termsHidden: show_terms === undefined ? row.termsHidden : !show_terms,
        })
        .where(eq(users.id, userId));
      // They lie in the mailbox of the old address.
      if (newMail !== row.mail) await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
    }),
  );
  return isRefusal(written) ? written : undefined;
}

/** The last name that marks a recovery user is for recovery users only; nobody becomes one by taking it. */
export function refuseReservedName(lastname: string, isRecovery: boolean): Refusal | undefined {
  const reserved = lastname.trim().toLowerCase() === limits.recoveryLastName.toLowerCase();
  return reserved && !isRecovery ? brokenField('lastname', 'forbidden') : undefined;
}

/** Sets up the own account at another service. Its token stays when none is given, unless all of it is taken away. */
export async function keepExternalAccount(
  db: Db,
  userId: number,
  provider: ExternalProvider,
  given: BodyOf<typeof api.setExternalAccount>,
): Promise<z.infer<typeof ExternalAccount>> {
  const { enabled, user } = given;
  const isGone = !enabled && user === '' && !given.token;
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const before = await externalAccounts(tx, userId);
    const token = isGone ? null : (given.token ?? before[provider]?.token ?? null);
    const externalApi = { ...before, [provider]: { enabled, user, token } };
    await tx.update(users).set({ externalApi }).where(eq(users.id, userId));
    return presentExternalAccounts(externalApi)[provider] ?? { enabled, user, has_token: false };
  });
}

async function externalAccounts(db: Queryable, userId: number) {
  const [row] = await db.select({ externalApi: users.externalApi }).from(users).where(eq(users.id, userId));
  return row?.externalApi ?? {};
}
