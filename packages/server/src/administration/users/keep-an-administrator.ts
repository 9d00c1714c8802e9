import { type Refusal, refuse } from '@sillage/contract';
import { and, arrayContains, asc, eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { clients, users } = tables;

/**
 * Ids of those who administer the server: active, in an enabled client. Their rows are held until the transaction ends,
 * so that the last two cannot remove each other at once; taken before any other row, so that nobody waits in a circle.
 */
export async function holdAdministrators(tx: Queryable): Promise<readonly number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(arrayContains(users.roles, ['Admin']), eq(users.active, true), eq(clients.enabled, true)))
    .orderBy(asc(users.id))
    .for('update', { of: users });
  return rows.map(({ id }) => id);
}

/** Refuses to take away the only one of `administrators`. */
export function refuseLastOf(administrators: readonly number[], userId: number): Refusal | undefined {
  return administrators.length === 1 && administrators[0] === userId ? refuse('user.lastAdministrator') : undefined;
}
