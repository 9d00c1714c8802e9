import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { limits, type Refusal, refuse } from '@sillage/contract';
import { and, eq, lt, ne } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';

const { refreshTokens, users } = tables;

/** ms; two tabs may present the same token at once, so a token used again this soon is not a theft. */
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
  return issue(db, clock, { familyId: randomUUID(), userId, uniqueId });
}

/** Trades a token for the next of its family; a token used before, beyond the grace, ends the family. */
export async function rotate(db: Db, clock: Clock, token: string): Promise<IssuedToken | Refusal> {
  return db.transaction(async (tx) => {
    const ofToken = eq(refreshTokens.tokenHash, hashOf(token));
    const [owner] = await tx.select({ userId: refreshTokens.userId }).from(refreshTokens).where(ofToken);
    if (owner === undefined) return refuse('session.expired');
    await lockUser(tx, owner.userId);
    const [row] = await tx.select().from(refreshTokens).where(ofToken);
    const now = clock.nowMs();
    if (row === undefined || row.expiresAt.getTime() <= now) return refuse('session.expired');
    if (row.usedAt !== null && now - row.usedAt.getTime() > reuseGraceMs) {
      await endFamily(tx, row.familyId);
      return refuse('session.expired');
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
 * Whatever opens, renews or ends sessions of a person takes this lock first, until its transaction ends: a session that is
 * renewed at the same moment cannot outlive the end of all.
 */
export async function lockUser(tx: Queryable, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/** Ends a session: its refresh tokens, and with them its access tokens, stop working at once. */
export async function endFamily(db: Queryable, familyId: string): Promise<void> {
  await db.delete(refreshTokens).where(eq(refreshTokens.familyId, familyId));
}

/** Ends all sessions of a person, but for the family that is given. Under `lockUser`. */
export async function endSessions(tx: Queryable, userId: number, exceptFamilyId?: string): Promise<void> {
  const kept = exceptFamilyId === undefined ? undefined : ne(refreshTokens.familyId, exceptFamilyId);
  await tx.delete(refreshTokens).where(and(eq(refreshTokens.userId, userId), kept));
}

/** The session that a refresh token belongs to, used or not. */
export async function familyOf(db: Queryable, token: string): Promise<Family | undefined> {
  const [row] = await db
    .select({ familyId: refreshTokens.familyId, userId: refreshTokens.userId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashOf(token)));
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
  await db.insert(refreshTokens).values({ familyId, userId, uniqueId, tokenHash: hashOf(refreshToken), expiresAt });
  return { refreshToken, familyId, userId, uniqueId };
}

/** A random token of 32 bytes needs no slow hash. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
