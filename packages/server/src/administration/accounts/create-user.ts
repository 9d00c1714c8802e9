import { randomBytes } from 'node:crypto';
import type { Role } from '@sillage/contract';
import { uuidV7 } from '@sillage/domain';
import { eq } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import { hashOwnPassword, isOwnPassword } from './hash-passwords.ts';
import { normalMail } from './read-users.ts';
import { setPassword } from './set-password.ts';

const { groupMembers, users } = tables;

interface NewUser {
  readonly mail: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly clientId: number;
  readonly roles: readonly Role[];
  readonly groupIds: readonly number[];
  /** null = cannot sign in until a password is set. */
  readonly passwordHash: string | null;
}

/** Adds a person of the program's own to a client and to groups; answers the id. */
export async function createUser(
  db: Queryable,
  { password, ...person }: Omit<NewUser, 'passwordHash'> & { readonly password: string | null },
): Promise<number> {
  return insertUser(db, { ...person, passwordHash: password === null ? null : await hashOwnPassword(password) });
}

/** Adds a person to a client and to groups; answers the id. They accept the terms themselves. */
export async function insertUser(db: Queryable, person: NewUser): Promise<number> {
  const [row] = await db
    .insert(users)
    .values({
      uid: uuidV7(Date.now(), randomBytes(10)),
      clientId: person.clientId,
      mail: normalMail(person.mail),
      passwordHash: person.passwordHash,
      firstname: person.firstname,
      lastname: person.lastname,
      roles: [...person.roles],
    })
    .returning({ id: users.id });
  if (row === undefined) throw new Error('the user was not inserted');
  const memberships = person.groupIds.map((groupId) => ({ groupId, userId: row.id }));
  if (memberships.length > 0) await db.insert(groupMembers).values(memberships);
  return row.id;
}

export interface FirstAdministrator {
  readonly mail: string;
  /** Absent: a random one is made when the administrator does not exist yet. */
  readonly password: string | undefined;
  readonly clientId: number;
}

/**
 * Makes sure that the administrator of the configuration exists and, when a password is configured, that it is theirs.
 * Answers the password that was made up, to be printed this once.
 */
export async function ensureAdministrator(db: Db, wanted: FirstAdministrator): Promise<string | undefined> {
  const [present] = await db
    .select()
    .from(users)
    .where(eq(users.mail, normalMail(wanted.mail)));
  if (present !== undefined) {
    if (wanted.password !== undefined && !(await isOwnPassword(present.passwordHash, wanted.password))) {
      const passwordHash = await hashOwnPassword(wanted.password);
      await db.transaction((tx) => setPassword(tx, present.id, passwordHash));
    }
    return undefined;
  }
  // Satisfies the password rule: a capital, a lower-case letter, a number, a symbol.
  const madeUp = wanted.password === undefined ? `Ad-${randomBytes(12).toString('base64url')}7a` : undefined;
  await createUser(db, {
    mail: wanted.mail,
    firstname: 'Admin',
    lastname: 'Sillage',
    clientId: wanted.clientId,
    roles: ['Admin'],
    groupIds: [],
    password: wanted.password ?? madeUp ?? null,
  });
  return madeUp;
}
