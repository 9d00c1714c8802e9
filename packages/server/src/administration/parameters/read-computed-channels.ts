import { type ComputedChannel, computedCategory, parseComputedChannel, type Role, scopeOf } from '@sillage/contract';
import { and, eq, like, or, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { parameters, users } = tables;

export interface KeptChannel {
  /** Name of the parameter. */
  readonly parameter: string;
  readonly isShared: boolean;
  /** Who added it. */
  readonly by: string | null;
  readonly mayEdit: boolean;
  readonly channel: ComputedChannel;
}

interface Reader {
  readonly userId: number;
  readonly roles: readonly Role[];
}

/** The computed channels of a person, then those that a club shares, each by name of its parameter. */
export async function readComputedChannels(
  db: Queryable,
  { principal, clientId }: { readonly principal: Reader; readonly clientId: number },
): Promise<KeptChannel[]> {
  const { userId, roles } = principal;
  const reach = scopeOf(roles, 'parameter.edit');
  const editsAll = reach === 'everything' || reach === 'client';
  const of = (table: string, id: number) => and(eq(parameters.tableName, table), eq(parameters.targetId, id));
  const rows = await db
    .select({
      table: parameters.tableName,
      name: parameters.name,
      description: parameters.description,
      value: parameters.value,
      isSet: parameters.isSet,
      addedBy: parameters.addedBy,
      by: sql<string | null>`${users.firstname} || ' ' || ${users.lastname}`,
    })
    .from(parameters)
    .leftJoin(users, eq(users.id, parameters.addedBy))
    .where(and(or(of('User', userId), of('Client', clientId)), like(parameters.name, `${computedCategory}::%`)))
    .orderBy(sql`${parameters.tableName} DESC`, parameters.name);
  return rows.flatMap(({ table, name: parameter, description, value, isSet, addedBy, by }) => {
    const channel = parseComputedChannel(isSet ? value : description?.default);
    const isShared = table === 'Client';
    const mayEdit = !isShared || editsAll || addedBy === userId;
    return channel === undefined ? [] : [{ parameter, isShared, by, mayEdit, channel }];
  });
}
