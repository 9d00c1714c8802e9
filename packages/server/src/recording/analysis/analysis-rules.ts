import { type Analysis, parameterValue } from '@sillage/analysis';
import { Role, type RulesOf } from '@sillage/contract';
import { and, arrayContains, desc, eq, like, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { rulesCategory } from '../life/index.ts';
import type { RecordRow } from '../records/index.ts';

const { groupMembers, parameters, recordUsers, users } = tables;

export const nameOfRules = (analysis: string) => `${rulesCategory}::${analysis}::parameters`;

/** Rules as they are kept, of one club or one coach. */
export interface KeptRules {
  readonly of: RulesOf;
  /** Of the club, or of the coach. */
  readonly targetId: number;
  readonly analysis: string;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Who set them last. */
  readonly by: string | null;
}

const Values = z.record(z.string(), z.union([z.number(), z.string()]));
type Placed = Pick<RecordRow, 'id' | 'clientId' | 'groupId'>;

/**
 * The rules that hold for records, of each the last that was set first: those of its club, and those of the coaches of its group;
 * without a group, of the groups of its athletes.
 */
export async function rulesOfRecords(db: Queryable, placed: readonly Placed[]): Promise<Map<number, KeptRules[]>> {
  const clientIds = [...new Set(placed.map(({ clientId }) => clientId))];
  const coaches = await coachesOf(db, placed);
  const coachIds = [...new Set([...coaches.values()].flatMap((ids) => [...ids]))];
  const kept = await readRules(db, clientIds, coachIds);
  return new Map(
    placed.map(({ id, clientId }) => [
      id,
      kept.filter(({ of, targetId }) =>
        of === 'organisation' ? targetId === clientId : (coaches.get(id)?.has(targetId) ?? false),
      ),
    ]),
  );
}

/** Ids of the coaches of each record. */
export async function coachesOf(db: Queryable, placed: readonly Placed[]): Promise<Map<number, Set<number>>> {
  const found = new Map<number, Set<number>>(placed.map(({ id }) => [id, new Set()]));
  const coach = arrayContains(users.roles, [Role.enum.Coach]);
  const groupIds = [...new Set(placed.flatMap(({ groupId }) => groupId ?? []))];
  const ofGroups =
    groupIds.length === 0
      ? []
      : await db
          .select({ groupId: groupMembers.groupId, userId: users.id })
          .from(groupMembers)
          .innerJoin(users, eq(users.id, groupMembers.userId))
          .where(and(isOneOf(groupMembers.groupId, groupIds), coach));
  for (const { id, groupId } of placed) {
    for (const one of ofGroups) if (one.groupId === groupId) found.get(id)?.add(one.userId);
  }
  const without = placed.filter(({ groupId }) => groupId === null).map(({ id }) => id);
  if (without.length === 0) return found;
  const rows = await db
    .selectDistinct({ recordId: recordUsers.recordId, userId: users.id })
    .from(recordUsers)
    .innerJoin(sql`${groupMembers} AS athlete`, sql`athlete.user_id = ${recordUsers.userId}`)
    .innerJoin(groupMembers, sql`${groupMembers.groupId} = athlete.group_id`)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(and(isOneOf(recordUsers.recordId, without), coach));
  for (const { recordId, userId } of rows) found.get(recordId)?.add(userId);
  return found;
}

/** Rules of clubs and coaches that are read together. */
const mostRules = 5_000;

async function readRules(
  db: Queryable,
  clientIds: readonly number[],
  coachIds: readonly number[],
): Promise<KeptRules[]> {
  const of = (table: string, ids: readonly number[]) =>
    ids.length === 0 ? undefined : and(eq(parameters.tableName, table), isOneOf(parameters.targetId, ids));
  const rows = await db
    .select({
      table: parameters.tableName,
      targetId: parameters.targetId,
      name: parameters.name,
      value: parameters.value,
      by: sql<string | null>`${users.firstname} || ' ' || ${users.lastname}`,
    })
    .from(parameters)
    .leftJoin(users, eq(users.id, parameters.modifiedBy))
    .where(and(or(of('Client', clientIds), of('User', coachIds)), like(parameters.name, `${rulesCategory}::%`)))
    .orderBy(desc(parameters.modifiedAt), desc(parameters.id))
    .limit(mostRules);
  return rows.flatMap(({ table, targetId, name, value, by }) => {
    const values = parseValues(value);
    const analysis = name.split('::')[1];
    if (values === undefined || analysis === undefined) return [];
    return [{ of: table === 'Client' ? 'organisation' : 'coach', targetId, analysis, parameters: values, by } as const];
  });
}

/** What another program put there may be anything. */
function parseValues(value: unknown) {
  if (typeof value !== 'string') return undefined;
  try {
    return Values.safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}

/** The names and values that an analysis does not take. */
export function strangersOf(analysis: Analysis, said: Readonly<Record<string, number | string>>): string[] {
  return Object.entries(said).flatMap(([name, value]) =>
    parameterValue(analysis, name, String(value)) === undefined ? [name] : [],
  );
}
