import { type Refusal, refuse } from '@sillage/contract';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

const { exercises, users, groups, groupMembers, scenarios, sports } = tables;

interface Named {
  readonly user_ids?: readonly number[] | undefined;
  readonly group_id?: number | null | undefined;
  readonly sport_id?: number | null | undefined;
  readonly scenario_id?: number | null | undefined;
  readonly exercise_id?: number | null | undefined;
  /** Beside an id: the name of that exercise, or nothing. */
  readonly exercise_name?: string | null | undefined;
}

/** Refuses athletes, group, sport, scenario or exercise that do not exist in the record's client or, for a coach, in the own groups. */
export async function checkNamed(
  db: Queryable,
  { principal, scope }: Viewer,
  clientId: number,
  named: Named,
): Promise<Refusal | undefined> {
  const fields: Record<string, string> = {};
  const userIds = [...new Set(named.user_ids ?? [])];
  if (userIds.length > 0) {
    const own = db
      .select({ id: groupMembers.userId })
      .from(groupMembers)
      .where(inArray(groupMembers.groupId, [...principal.groupIds, -1]));
    const known = await db.$count(
      users,
      and(
        inArray(users.id, userIds),
        eq(users.clientId, clientId),
        scope === 'groups' ? inArray(users.id, own) : undefined,
      ),
    );
    if (known !== userIds.length) fields.user_ids = 'unknown';
  }
  if (typeof named.group_id === 'number') {
    const inReach = scope !== 'groups' || principal.groupIds.includes(named.group_id);
    const known = await db.$count(groups, and(eq(groups.id, named.group_id), eq(groups.clientId, clientId)));
    if (!inReach || known === 0) fields.group_id = 'unknown';
  }
  if (typeof named.sport_id === 'number') {
    if ((await db.$count(sports, eq(sports.id, named.sport_id))) === 0) fields.sport_id = 'unknown';
  }
  if (typeof named.scenario_id === 'number') {
    const shared = or(isNull(scenarios.clientId), eq(scenarios.clientId, clientId));
    const known = await db.$count(scenarios, and(eq(scenarios.id, named.scenario_id), shared));
    if (known === 0) fields.scenario_id = 'unknown';
  }
  if (typeof named.exercise_id === 'number') {
    const own = and(eq(exercises.id, named.exercise_id), eq(exercises.clientId, clientId));
    const [known] = await db.select({ name: exercises.name }).from(exercises).where(own);
    if (known === undefined) fields.exercise_id = 'unknown';
    else if (named.exercise_name && named.exercise_name !== known.name) fields.exercise_name = 'fixed';
  }
  return Object.keys(fields).length === 0 ? undefined : refuse('request.invalid', {}, fields);
}
