import { randomBytes, randomUUID } from 'node:crypto';
import { limits, type Refusal, refuse } from '@sillage/contract';
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, max, ne } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { hashToken } from './hash-token.ts';

const { refreshTokens, users } = tables;

/** ms; tabs may present the same token at once, so a token used again this soon need not be a theft. */
const reuseGraceMs = 10_000;

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
export async function startFamily(db: Queryable, clock: Clock, userId: number, uniqueId: string): Promise<IssuedToken> {
  await db
    .delete(refreshTokens)
    .where(and(eq(refreshTokens.userId, userId), lt(refreshTokens.expiresAt, new Date(clock.nowMs()))));
  const issued = await issue(db, clock, { familyId: randomUUID(), userId, uniqueId });
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

/** Trades a token for the next of its family; a token used before, unless in a race of tabs, ends the family. */
export async function rotate(db: Db, clock: Clock, token: string): Promise<IssuedToken | StolenSession | Refusal> {
  return db.transaction(async (tx) => {
    const ofToken = eq(refreshTokens.tokenHash, hashToken(token));
    const [owner] = await tx.select({ userId: refreshTokens.userId }).from(refreshTokens).where(ofToken);
    if (owner === undefined) return refuse('session.expired');
    await lockUser(tx, owner.userId);
    const [row] = await tx.select().from(refreshTokens).where(ofToken);
    const now = clock.nowMs();
    if (row === undefined || row.expiresAt.getTime() <= now) return refuse('session.expired');
    if (row.usedAt !== null && !(await lostRace(tx, row, row.usedAt, now))) {
      await endFamily(tx, row.familyId);
      return { stolenFamilyId: row.familyId };
    }
    if (row.usedAt === null) {
      await tx
        .update(refreshTokens)
        .set({ usedAt: new Date(now) })
        .where(eq(refreshTokens.id, row.id));
    }
    return issue(tx, clock, row);
  });
}

/**
 * Whether a used token comes from a tab that asked at the same moment as another: soon after, and before anybody went on
 * with a token that was issued for it.
 */
async function lostRace(tx: Queryable, token: typeof refreshTokens.$inferSelect, usedAt: Date, now: number) {
  // Either way: the clock may have been set back since.
  if (Math.abs(now - usedAt.getTime()) > reuseGraceMs) return false;
  const issuedSince = gte(refreshTokens.expiresAt, new Date(usedAt.getTime() + limits.refreshTokenSeconds * 1000));
  const ofFamily = and(eq(refreshTokens.familyId, token.familyId), gt(refreshTokens.id, token.id));
  return (await tx.$count(refreshTokens, and(ofFamily, issuedSince, isNotNull(refreshTokens.usedAt)))) === 0;
}

/**
 * Whatever opens, renews or ends sessions of a person takes this lock first, until its transaction ends: a session that is
 * renewed at the same moment cannot outlive the end of all.
 */
export async function lockUser(tx: Queryable, userId: number): Promise<void> {
  await lockUsers(tx, [userId]);
}

/** The same for several people, in an order in which no two callers wait for each other. */
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

async function issue(
  db: Queryable,
  clock: Clock,
  { familyId, userId, uniqueId }: Omit<IssuedToken, 'refreshToken'>,
): Promise<IssuedToken> {
  const refreshToken = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.nowMs() + limits.refreshTokenSeconds * 1000);
  await db.insert(refreshTokens).values({ familyId, userId, uniqueId, tokenHash: hashToken(refreshToken), expiresAt });
  return { refreshToken, familyId, userId, uniqueId };
}
