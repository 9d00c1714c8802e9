import { type ComputedChannel, computedCategory, parseComputedChannel } from '@sillage/contract';
import { and, eq, like, or, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { parameters, users } = tables;

export interface KeptChannel {
  /** Name of the parameter. */
  readonly parameter: string;
  readonly isShared: boolean;
  readonly by: string | null;
  readonly channel: ComputedChannel;
}

/** The computed channels of a person, then those that a club shares, each by name of its parameter. */
export async function readComputedChannels(
  db: Queryable,
  { userId, clientId }: { readonly userId: number; readonly clientId: number },
): Promise<KeptChannel[]> {
  const of = (table: string, id: number) => and(eq(parameters.tableName, table), eq(parameters.targetId, id));
  const rows = await db
    .select({
      table: parameters.tableName,
      name: parameters.name,
      description: parameters.description,
      value: parameters.value,
      isSet: parameters.isSet,
      by: sql<string | null>`${users.firstname} || ' ' || ${users.lastname}`,
    })
    .from(parameters)
    .leftJoin(users, eq(users.id, parameters.modifiedBy))
    .where(and(or(of('User', userId), of('Client', clientId)), like(parameters.name, `${computedCategory}::%`)))
    .orderBy(sql`${parameters.tableName} DESC`, parameters.name);
  return rows.flatMap(({ table, name, description, value, isSet, by }) => {
    const channel = parseComputedChannel(isSet ? value : description?.default);
    return channel === undefined ? [] : [{ parameter: name, isShared: table === 'Client', by, channel }];
  });
}
