import { randomBytes } from 'node:crypto';
import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, tables } from '../../platform/database/index.ts';
import { hashPassword } from './hash-passwords.ts';
import { hashToken } from './hash-token.ts';
import { lockUser } from './rotate-refresh-tokens.ts';
import { setPassword } from './set-password.ts';

const { clients, passwordLinks, users } = tables;

export interface PasswordLink {
  /** Of the page `/login/reset-password/{token}`; only its hash is kept. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Lets a person choose a password, once; the links that they had before end. */
export async function createPasswordLink(
  db: Db,
  clock: Clock,
  userId: number,
  seconds: number = limits.resetTokenSeconds,
): Promise<PasswordLink> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.nowMs() + seconds * 1000);
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
    await tx.insert(passwordLinks).values({ userId, tokenHash: hashToken(token), expiresAt });
  });
  return { token, expiresAt };
}

/**
 * Sets the password of a link's person, whose id it answers, and ends their sessions; a link that was used or is too old is
 * refused.
 */
export async function usePasswordLink(
  db: Db,
  clock: Clock,
  token: string,
  password: string,
  address: string,
): Promise<number | Refusal> {
  const valid = and(
    eq(passwordLinks.tokenHash, hashToken(token)),
    isNull(passwordLinks.usedAt),
    gt(passwordLinks.expiresAt, new Date(clock.nowMs())),
  );
  const [link] = await db
    .select({ userId: passwordLinks.userId })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(valid, eq(users.active, true), eq(clients.enabled, true)));
  if (link === undefined) return refuse('session.linkInvalid');
  const passwordHash = await hashPassword(password, address);
  if (isRefusal(passwordHash)) return passwordHash;
  return db.transaction(async (tx) => {
    await lockUser(tx, link.userId);
    // Only one of two requests at once finds it unused.
    const used = await tx
      .update(passwordLinks)
      .set({ usedAt: new Date(clock.nowMs()) })
      .where(valid)
      .returning({ id: passwordLinks.id });
    if (used.length === 0) return refuse('session.linkInvalid');
    await setPassword(tx, link.userId, passwordHash);
    return link.userId;
  });
}
