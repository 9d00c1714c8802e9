import { eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { endSessions, lockUser } from './rotate-refresh-tokens.ts';

const { passwordLinks, users } = tables;

/** Gives a person another password: links that would change it again end, and every session but the one that is kept. */
export async function setPassword(
  tx: Queryable,
  userId: number,
  passwordHash: string,
  keptSessionId?: string,
): Promise<void> {
  await lockUser(tx, userId);
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
  await endSessions(tx, [userId], keptSessionId);
}
