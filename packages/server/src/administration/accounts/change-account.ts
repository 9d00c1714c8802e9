import {
  type AccountEdit,
  type ExternalAccount,
  type ExternalAccountEdit,
  type ExternalProvider,
  isRefusal,
  limits,
  type PasswordChange,
  type Refusal,
} from '@sillage/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { brokenField, conflictOf } from '../tenancy/index.ts';
import type { GuardSecrets } from './guard-secrets.ts';
import { hashPassword, passwordMatches } from './hash-passwords.ts';
import { normalMail, presentExternalAccounts } from './read-users.ts';
import { lockUser } from './rotate-refresh-tokens.ts';
import { purposeOf } from './seal-external-tokens.ts';
import { setPassword } from './set-password.ts';

const { passwordLinks, users } = tables;
type ExternalAccounts = typeof users.$inferSelect.externalApi;

interface Asker {
  readonly userId: number;
  readonly address: string;
}

/** Nothing when the password is the present one; who guesses it is slowed down. */
async function refuseWithoutPassword(
  db: Db,
  guard: GuardSecrets,
  { userId, address }: Asker,
  password: string,
): Promise<Refusal | undefined> {
  const current = await guard({ mail: String(userId), address }, async () => {
    const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
    const matches = await passwordMatches(row?.passwordHash, password, address);
    if (isRefusal(matches)) return matches;
    return matches ? row : undefined;
  });
  if (current === undefined) return brokenField('current_password', 'wrongPassword');
  return isRefusal(current) ? current : undefined;
}

/** Sets a new password when the current one is right; the other sessions of the person and their links end. */
export async function changePassword(
  db: Db,
  guard: GuardSecrets,
  /** The session that asks stays. */
  { sessionId, ...asker }: Asker & { readonly sessionId: string | undefined },
  { current_password, password }: z.output<typeof PasswordChange>,
): Promise<Refusal | undefined> {
  const refused = await refuseWithoutPassword(db, guard, asker, current_password);
  if (isRefusal(refused)) return refused;
  const passwordHash = await hashPassword(password, asker.address);
  if (isRefusal(passwordHash)) return passwordHash;
  await db.transaction((tx) => setPassword(tx, asker.userId, passwordHash, sessionId));
  return undefined;
}

/**
 * Changes the own name, mail, language and whether the terms are shown; nothing else can be reached this way. Another mail
 * needs the password: a forgotten one is sent there.
 */
export async function editAccount(
  db: Db,
  guard: GuardSecrets,
  asker: Asker,
  { mail, current_password, firstname, lastname, language, show_terms }: z.output<typeof AccountEdit>,
): Promise<Refusal | undefined> {
  const { userId } = asker;
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  const reserved = lastname === undefined ? undefined : refuseReservedName(lastname, row?.isRecovery ?? false);
  if (row === undefined || reserved !== undefined) return reserved;
  const newMail = mail === undefined ? row.mail : normalMail(mail);
  if (newMail !== row.mail) {
    if (!current_password) return brokenField('current_password', 'required');
    const refused = await refuseWithoutPassword(db, guard, asker, current_password);
    if (isRefusal(refused)) return refused;
  }
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
  given: ExternalAccountEdit,
  secrets: Secrets,
): Promise<z.infer<typeof ExternalAccount>> {
  const { enabled, user } = given;
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const externalApi = withExternalAccount(await externalAccounts(tx, userId), provider, given, secrets);
    await tx.update(users).set({ externalApi }).where(eq(users.id, userId));
    return presentExternalAccounts(externalApi)[provider] ?? { enabled, user, has_token: false };
  });
}

/** The accounts of a person with what is given of one, its token sealed; of one that is taken away its token goes, too. */
export function withExternalAccount(
  accounts: ExternalAccounts,
  provider: ExternalProvider,
  given: { readonly [K in keyof ExternalAccountEdit]?: ExternalAccountEdit[K] | undefined },
  secrets: Pick<Secrets, 'seal'>,
): ExternalAccounts {
  const before = accounts[provider] ?? { enabled: false, user: '', token: null };
  const enabled = given.enabled ?? before.enabled;
  const user = given.user ?? before.user;
  const token = given.token && secrets.seal(given.token, purposeOf(provider));
  const isGone = !enabled && user === '' && !given.token;
  return { ...accounts, [provider]: { enabled, user, token: isGone ? null : (token ?? before.token) } };
}

async function externalAccounts(db: Queryable, userId: number) {
  const [row] = await db.select({ externalApi: users.externalApi }).from(users).where(eq(users.id, userId));
  return row?.externalApi ?? {};
}
