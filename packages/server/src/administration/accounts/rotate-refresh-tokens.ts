import { randomBytes, randomUUID } from 'node:crypto';
import { limits, type Refusal, refuse } from '@sillage/contract';
import { and, asc, desc, eq, inArray, isNull, max, ne } from 'drizzle-orm';
import { type Db, isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { hashToken } from './hash-token.ts';
import type { SessionTime } from './keep-session-time.ts';

const { refreshTokens, users } = tables;

/** ms; tabs may present the same token at once: each goes on with what it got. */
const raceMs = 10_000;

/** A session and its person. */
export interface Family {
  readonly familyId: string;
  readonly userId: number;
}

/** A new refresh token, and the session it belongs to. */
export interface IssuedToken {
  readonly refreshToken: string;
  readonly familyId: string;
  readonly userId: number;
  readonly uniqueId: string;
}

/** Starts a family of refresh tokens: one a sign-in. */
export async function startFamily(
  db: Queryable,
  time: SessionTime,
  userId: number,
  uniqueId: string,
): Promise<IssuedToken> {
  const issued = await issue(db, time, { familyId: randomUUID(), userId, uniqueId });
  await endOldest(db, userId);
  return issued;
}

/** Ends the sessions beyond the number that a person may have: a program that signs in and never out fills no disk. */
async function endOldest(db: Queryable, userId: number): Promise<void> {
  const beyond = db
    .select({ familyId: refreshTokens.familyId })
    .from(refreshTokens)
    .where(eq(refreshTokens.userId, userId))
    .groupBy(refreshTokens.familyId)
    .orderBy(desc(max(refreshTokens.id)))
    .offset(limits.sessionsAUser);
  await db.delete(refreshTokens).where(inArray(refreshTokens.familyId, beyond));
}

/** A session that a token ended: it had been used before, so that two have it. */
interface StolenSession {
  readonly stolenFamilyId: string;
}

/**
 * Trades a token for the next of its family. A token that was used before is taken again as long as nobody went on with
 * what was issued for it: the answer was lost on the way. Else two have it, and the family ends.
 */
export async function rotate(db: Db, time: SessionTime, token: string): Promise<IssuedToken | StolenSession | Refusal> {
  return db.transaction(async (tx) => {
    const ofToken = eq(refreshTokens.tokenHash, hashToken(token));
    const [owner] = await tx.select({ userId: refreshTokens.userId }).from(refreshTokens).where(ofToken);
    if (owner === undefined) return refuse('session.expired');
    await lockUser(tx, owner.userId);
    const [row] = await tx.select().from(refreshTokens).where(ofToken);
    const nowMs = time.nowMs();
    if (row === undefined || row.expiresAt.getTime() <= nowMs) return refuse('session.expired');
    if (row.usedAt === null) {
      await tx
        .update(refreshTokens)
        .set({ usedAt: new Date(nowMs) })
        .where(eq(refreshTokens.id, row.id));
    } else {
      if (await wentOn(tx, row)) {
        await endFamily(tx, row.familyId);
        return { stolenFamilyId: row.familyId };
      }
      // Of a lost answer nobody is to make use later; of a race each tab got its own.
      if (nowMs - row.usedAt.getTime() > raceMs) {
        await tx.delete(refreshTokens).where(eq(refreshTokens.replaces, row.id));
      }
    }
    return issue(tx, time, row, row.id);
  });
}

/** Whether a token that was issued for this one was used; also when none is known any more. */
async function wentOn(tx: Queryable, token: typeof refreshTokens.$inferSelect): Promise<boolean> {
  const successors = eq(refreshTokens.replaces, token.id);
  const [all, unused] = await Promise.all([
    tx.$count(refreshTokens, successors),
    tx.$count(refreshTokens, and(successors, isNull(refreshTokens.usedAt))),
  ]);
  return all === 0 || unused < all;
}

/**
 * Whatever opens, renews or ends sessions of a person takes this lock first, until its transaction ends: a session that is
 * renewed at the same moment cannot outlive the end of all.
 */
export async function lockUser(tx: Queryable, userId: number): Promise<void> {
  await lockUsers(tx, [userId]);
}

/** Holds the rows of several people until the transaction ends, in an order in which no two callers wait for each other. */
export async function lockUsers(tx: Queryable, userIds: readonly number[]): Promise<void> {
  const held = tx.select({ id: users.id }).from(users).where(isOneOf(users.id, userIds)).orderBy(asc(users.id));
  await held.for('no key update');
}

/** Ends a session: its refresh tokens, and with them its access tokens, stop working at once. */
export async function endFamily(db: Queryable, familyId: string): Promise<void> {
  await db.delete(refreshTokens).where(eq(refreshTokens.familyId, familyId));
}

/** Ends all sessions of people, but for the family that is given. Under `lockUsers`. */
export async function endSessions(tx: Queryable, userIds: readonly number[], exceptFamilyId?: string): Promise<void> {
  const kept = exceptFamilyId === undefined ? undefined : ne(refreshTokens.familyId, exceptFamilyId);
  await tx.delete(refreshTokens).where(and(isOneOf(refreshTokens.userId, userIds), kept));
}

/** The session that a refresh token belongs to, used or not. */
export async function familyOf(db: Queryable, token: string): Promise<Family | undefined> {
  const [row] = await db
    .select({ familyId: refreshTokens.familyId, userId: refreshTokens.userId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashToken(token)));
  return row;
}

/** Name of the browser that a session was opened from. */
export async function uniqueIdOf(db: Queryable, familyId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ uniqueId: refreshTokens.uniqueId })
    .from(refreshTokens)
    .where(eq(refreshTokens.familyId, familyId))
    .limit(1);
  return row?.uniqueId;
}

/** Whether somebody has a session in the browser of this name. */
export async function hasSessionIn(db: Queryable, mail: string, uniqueId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .innerJoin(users, eq(users.id, refreshTokens.userId))
    .where(and(eq(users.mail, mail), eq(refreshTokens.uniqueId, uniqueId)))
    .limit(1);
  return row !== undefined;
}

async function issue(
  db: Queryable,
  time: SessionTime,
  { familyId, userId, uniqueId }: Omit<IssuedToken, 'refreshToken'>,
  replaces: number | null = null,
): Promise<IssuedToken> {
  const refreshToken = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(refreshToken);
  const expiresAt = new Date(time.nowMs() + limits.refreshTokenSeconds * 1000);
  await db.insert(refreshTokens).values({ familyId, userId, uniqueId, tokenHash, expiresAt, replaces });
  return { refreshToken, familyId, userId, uniqueId };
}
