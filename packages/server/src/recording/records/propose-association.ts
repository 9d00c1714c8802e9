import type { Proposal, RecordFilters, Record as RecordShape } from '@sillage/contract';
import { and, eq, exists, inArray, sql } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

const { athleteRecords, deviceUsers, exercises, groupMembers, records, recordUsers, users } = tables;

/** Records of a device among which the last one with an athlete is looked for. */
const deviceRecordsLookedAt = 50;
/** Records of an athlete that are a habit. */
const habitRecords = 10;
/** As many as may be said of a record. */
const mostAthletes = 50;

type Listed = Pick<RecordShape, 'id' | 'client_id' | 'device_id' | 'record_type' | 'sport_id' | 'exercise_name'>;

/**
 * What the new records of a page may be: their athletes by who wears the device now, else by its last record that has some;
 * sport and exercise by what these athletes mostly do. Never set by itself. Nothing where nothing is known.
 */
export async function proposeAssociations(
  db: Queryable,
  viewer: Viewer,
  { type }: Pick<RecordFilters, 'type'>,
  page: readonly Listed[],
): Promise<ReadonlyMap<number, Proposal>> {
  const open = page.filter(({ device_id, record_type }) => device_id !== null && record_type !== 'calib');
  const isAsked = type === 'new' && viewer.scope !== 'own' && open.length > 0;
  if (!isAsked) return new Map();
  const deviceIds = [...new Set(open.map(({ device_id }) => device_id).filter((id) => id !== null))];
  const [worn, last] = [await wearersOf(db, deviceIds), await lastAthletesOf(db, deviceIds)];
  const reachable = await reachableOf(
    db,
    viewer,
    [...worn, ...last].flatMap(([, ids]) => ids),
  );
  const habits = await habitsOf(db, [...reachable.values()]);
  const proposals = new Map<number, Proposal>();
  for (const record of open) {
    const own = (ids: readonly number[] = []) =>
      ids.flatMap((id) => reachable.get(id) ?? []).filter(({ clientId }) => clientId === record.client_id);
    const deviceId = record.device_id ?? 0;
    const wearers = own(worn.get(deviceId));
    const people = (wearers.length > 0 ? wearers : own(last.get(deviceId))).slice(0, mostAthletes);
    if (people.length === 0) continue;
    const habit = mostOf(
      people.flatMap(({ id }) => habits.get(id) ?? []),
      record.sport_id,
    );
    proposals.set(record.id, {
      by: wearers.length > 0 ? 'pairing' : 'device',
      users: people.map(({ id, firstname, lastname }) => ({ id, firstname, lastname })),
      sport_id: record.sport_id === null ? (habit?.sportId ?? null) : null,
      exercise_id: record.exercise_name === null ? (habit?.exerciseId ?? null) : null,
      exercise_name: record.exercise_name === null ? (habit?.exerciseName ?? null) : null,
    });
  }
  return proposals;
}

type IdsOf = ReadonlyMap<number, number[]>;

function grouped(rows: readonly { readonly key: number; readonly id: number }[]): IdsOf {
  return new Map([...Map.groupBy(rows, ({ key }) => key)].map(([key, of]) => [key, of.map(({ id }) => id)]));
}

/** Device → who wears it now. */
async function wearersOf(db: Queryable, deviceIds: readonly number[]): Promise<IdsOf> {
  const rows = await db
    .select({ key: deviceUsers.deviceId, id: deviceUsers.userId })
    .from(deviceUsers)
    .where(isOneOf(deviceUsers.deviceId, deviceIds))
    .orderBy(deviceUsers.userId);
  return grouped(rows);
}

/** Device → the athletes of its last record that has some. */
async function lastAthletesOf(db: Queryable, deviceIds: readonly number[]): Promise<IdsOf> {
  const { rows } = await db.execute<{ key: number; id: number }>(sql`
    SELECT asked.id AS key, ${recordUsers.userId} AS id FROM unnest(${`{${deviceIds.join(',')}}`}::integer[]) AS asked (id)
    CROSS JOIN LATERAL (
      SELECT recent.id FROM (
        SELECT ${records.id} AS id, ${records.hasAthlete} AS has_athlete, ${records.startedAt} AS started_at FROM ${records}
        WHERE ${records.deviceId} = asked.id ORDER BY ${records.startedAt} DESC, ${records.id} DESC LIMIT ${deviceRecordsLookedAt}
      ) AS recent WHERE recent.has_athlete ORDER BY recent.started_at DESC, recent.id DESC LIMIT 1
    ) AS last JOIN ${recordUsers} ON ${recordUsers.recordId} = last.id ORDER BY 1, 2`);
  return grouped(rows);
}

/** Those whom the caller may say of a record. */
async function reachableOf(db: Queryable, { scope, principal }: Viewer, ids: readonly number[]) {
  const own = db
    .select({ one: sql`1` })
    .from(groupMembers)
    .where(and(eq(groupMembers.userId, users.id), inArray(groupMembers.groupId, [...principal.groupIds, -1])));
  const rows = await db
    .select({ id: users.id, clientId: users.clientId, firstname: users.firstname, lastname: users.lastname })
    .from(users)
    .where(
      and(isOneOf(users.id, [...new Set(ids)]), eq(users.active, true), scope === 'groups' ? exists(own) : undefined),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

interface Done {
  readonly sportId: number | null;
  readonly exerciseId: number | null;
  readonly exerciseName: string | null;
}

/** Athlete → sport and exercise of the last records with their client: one that they left keeps what they did there. */
async function habitsOf(
  db: Queryable,
  people: readonly { readonly id: number; readonly clientId: number }[],
): Promise<ReadonlyMap<number, Done[]>> {
  const [ids, clientIds] = [people.map(({ id }) => id), people.map(({ clientId }) => clientId)];
  const { rows } = await db.execute<{
    key: number;
    sport: number | null;
    exercise: number | null;
    name: string | null;
  }>(sql`
    SELECT asked.id AS key, ${records.sportId} AS sport, ${records.exerciseId} AS exercise, ${exercises.name} AS name
    FROM unnest(${`{${ids.join(',')}}`}::integer[], ${`{${clientIds.join(',')}}`}::integer[]) AS asked (id, client_id)
    CROSS JOIN LATERAL (
      SELECT ${athleteRecords.recordId} AS id FROM ${athleteRecords}
      WHERE ${athleteRecords.userId} = asked.id AND ${athleteRecords.clientId} = asked.client_id
      ORDER BY ${athleteRecords.startedAt} DESC LIMIT ${habitRecords}
    ) AS recent JOIN ${records} ON ${records.id} = recent.id
    LEFT JOIN ${exercises} ON ${exercises.id} = ${records.exerciseId}`);
  const done = rows.map(({ key, sport, exercise, name }) => ({
    key,
    sportId: sport,
    exerciseId: exercise,
    exerciseName: name,
  }));
  return Map.groupBy(done, ({ key }) => key);
}

/** The sport of most records, and the exercise of most of those. */
function mostOf(done: readonly Done[], sportId: number | null): Done | undefined {
  const sport = sportId ?? mostFrequent(done.map((one) => one.sportId));
  const exercise = mostFrequent(done.filter((one) => one.sportId === sport).map((one) => one.exerciseId));
  const of = done.find((one) => one.exerciseId === exercise);
  if (sport === undefined && exercise === undefined) return undefined;
  return { sportId: sport ?? null, exerciseId: exercise ?? null, exerciseName: (exercise && of?.exerciseName) || null };
}

/** Of the same number the one that comes first. */
function mostFrequent(ids: readonly (number | null)[]): number | undefined {
  const counts = [
    ...Map.groupBy(
      ids.filter((id) => id !== null),
      (id) => id,
    ),
  ];
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}
