import { type Refusal, refuse } from '@sillage/contract';
import { and, arrayContains, eq, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { clients, users } = tables;

/** Any number that no other lock uses. */
const administratorsLock = 7_301_002;

export interface Administrator {
  readonly id: number;
  readonly clientId: number;
}

/**
 * Those who administer the server: active, in an enabled client. Whatever may take one away asks this first: until its
 * transaction ends, nobody else gets an answer, so that the last two cannot go at once.
 */
export async function holdAdministrators(tx: Queryable): Promise<readonly Administrator[]> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${administratorsLock})`);
  return tx
    .select({ id: users.id, clientId: users.clientId })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(arrayContains(users.roles, ['Admin']), eq(users.active, true), eq(clients.enabled, true)));
}

/** Refuses to take away all administrators that there are. */
export function refuseLast(
  administrators: readonly Administrator[],
  goes: (administrator: Administrator) => boolean,
): Refusal | undefined {
  return administrators.length > 0 && administrators.every(goes) ? refuse('user.lastAdministrator') : undefined;
}
