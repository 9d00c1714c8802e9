import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, isAnyOf, isOneOf, keepWhileUnchanged, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

const { athleteRecords, records, groupMembers, devices } = tables;

/** More are not gathered: lists of them are found by walking an index. */
const seenAtMost = 40_000;

/** What decides who sees which record; of the members that go with a group, the group's own mark tells. */
const readFrom = ['records', 'record_users', 'devices', 'groups', 'group_members'];

/**
 * The ids of the records that a coach or an athlete sees, newest first; undefined for those who see whole clients, and
 * when they are many.
 */
export type SeenRecords = (viewer: Viewer) => Promise<readonly number[] | undefined>;

/** Gathers them at the first request, and again when something of the client has changed since. */
export function keepSeenRecords(db: Db, clock: Clock): SeenRecords {
  const keep = keepWhileUnchanged<readonly number[] | undefined>(db, clock);
  return async (viewer) => {
    const branches = branchesOf(viewer);
    if (branches === undefined) return undefined;
    const { scope, principal } = viewer;
    const { clientId, userId, groupIds } = principal;
    const key = JSON.stringify([clientId, scope, scope === 'own' ? userId : [...groupIds].sort((a, b) => a - b)]);
    return keep(key, { tables: readFrom, clientId }, () => gather(db, branches));
  };
}

/** Each branch gives `id` and `started_at`, answered by an index alone, and is cut off behind what is gathered at most. */
async function gather(db: Db, branches: readonly SQL[]) {
  const all = sql.join(
    branches.map((branch) => sql`(${branch} LIMIT ${seenAtMost + 1})`),
    sql` UNION ALL `,
  );
  const { rows } = await db.execute<{ snapshot: string; ids: number[] | null }>(sql`
    WITH seen AS MATERIALIZED (${all})
    SELECT pg_current_snapshot()::text AS snapshot, CASE WHEN (SELECT count(*) FROM seen) <= ${seenAtMost} THEN ARRAY(
      SELECT id FROM (SELECT DISTINCT id, started_at FROM seen) AS each ORDER BY started_at DESC, id DESC) END AS ids`);
  const [found] = rows;
  if (found === undefined) throw new Error('the records that are seen were not gathered');
  return { value: found.ids ?? undefined, snapshot: found.snapshot };
}

function branchesOf({ principal, scope }: Viewer): SQL[] | undefined {
  const { clientId, userId } = principal;
  const ofAthletes = (condition: SQL) =>
    sql`SELECT ${athleteRecords.recordId} AS id, ${athleteRecords.startedAt} AS started_at FROM ${athleteRecords}
      WHERE ${and(eq(athleteRecords.clientId, clientId), condition)}`;
  if (scope === 'own') return [ofAthletes(eq(athleteRecords.userId, userId))];
  if (scope !== 'groups') return undefined;
  const groupIds = [...principal.groupIds];
  const ofClient = (condition: SQL) =>
    sql`SELECT ${records.id} AS id, ${records.startedAt} AS started_at FROM ${records}
      WHERE ${and(eq(records.clientId, clientId), condition)}`;
  const members = sql`SELECT ${groupMembers.userId} FROM ${groupMembers} WHERE ${isOneOf(groupMembers.groupId, groupIds)}`;
  const groupDevices = sql`SELECT ${devices.id} FROM ${devices} WHERE ${isOneOf(devices.groupId, groupIds)}`;
  return [
    ofClient(isOneOf(records.groupId, groupIds)),
    ofClient(isAnyOf(records.deviceId, groupDevices)),
    ofAthletes(isAnyOf(athleteRecords.userId, members)),
  ];
}
