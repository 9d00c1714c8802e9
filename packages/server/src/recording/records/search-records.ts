import { and, or, type SQL, sql } from 'drizzle-orm';
import {
  containsByRarestWord,
  containsIndexedText,
  containsText,
  fewIds,
  isAnyOf,
  isOneOf,
  isOneOfMany,
  type Queryable,
  tables,
  wordsOf,
} from '../../platform/database/index.ts';
import { namedInSearch } from './name-in-search.ts';
import type { RecordSearch } from './record-search.ts';

const { athleteRecords, records, recordUsers, users, devices } = tables;

const isDeviceCalled = (search: string) => containsText(devices.searchText, search);

/**
 * Records by what is written on them (name, exercise, comment), their device's name or number, the names of their athletes,
 * their day, sport and group.
 */
export async function searchedRecords(
  db: Queryable,
  asked: RecordSearch,
  /** Among which records: a search that finds many elsewhere may find few here. */
  among: SQL | undefined,
): Promise<SQL | undefined> {
  const named = await namedInSearch(db, asked);
  const rest = named && (await writtenOrCalled(db, named.rest, among, undefined));
  return writtenOrCalled(db, asked.search, among, named && and(named.condition, rest));
}

/** @param named what else the records may be */
async function writtenOrCalled(
  db: Queryable,
  search: string,
  among: SQL | undefined,
  named: SQL | undefined,
): Promise<SQL | undefined> {
  const text = await containsByRarestWord(db, records, records.searchText, search);
  if (text === undefined) return undefined;
  const idsOf = (condition: SQL) => sql`SELECT ${records.id} AS id FROM ${records} WHERE ${and(condition, among)}`;
  const ofAthletes = await athletesCalled(db, search);
  const deviceIds = await fewIds(db, [sql`SELECT id FROM ${devices} WHERE ${isDeviceCalled(search)}`]);
  const ofDevices =
    deviceIds === undefined ? sql`${records.deviceId} IS NOT NULL` : isOneOf(records.deviceId, deviceIds);
  // Where many athletes or devices are called so, their records are met soon by walking.
  const conditions = [ofDevices, ofAthletes.condition, ...(named === undefined ? [] : [named])];
  const others = ofAthletes.isMany || deviceIds === undefined ? undefined : conditions;
  const otherIds = others && (await fewIds(db, others.map(idsOf)));
  if (otherIds === undefined) return or(text, ...conditions);
  return otherIds.length === 0 ? text : or(text, isOneOf(records.id, otherIds));
}

/** What a search finds, as a condition on records that are all looked at: those that somebody sees. */
export async function searchedAmongSeen(
  db: Queryable,
  seen: readonly number[],
  asked: RecordSearch,
): Promise<SQL | undefined> {
  const named = await namedInSearch(db, asked);
  const rest = named && (await writtenOrCalledAmongSeen(db, seen, named.rest));
  return or(await writtenOrCalledAmongSeen(db, seen, asked.search), named && and(named.condition, rest));
}

async function writtenOrCalledAmongSeen(
  db: Queryable,
  seen: readonly number[],
  search: string,
): Promise<SQL | undefined> {
  const text = containsText(records.searchText, search);
  if (text === undefined) return undefined;
  return or(
    text,
    sql`${records.deviceId} IN (SELECT ${devices.id} FROM ${devices} WHERE ${isDeviceCalled(search)})`,
    sql`${records.id} IN (SELECT ${athleteRecords.recordId} FROM ${athleteRecords} WHERE ${await ofCalled(db, seen, search)})`,
  );
}

/** More people of a name are not looked up one by one: those among the athletes who are seen are fewer. */
const fewNamesakes = 500;

async function ofCalled(db: Queryable, seen: readonly number[], search: string): Promise<SQL> {
  const called = isCalled(search);
  const everywhere = await fewIds(db, [sql`SELECT id FROM ${users} WHERE ${called} LIMIT ${fewNamesakes + 1}`]);
  if (everywhere !== undefined && everywhere.length <= fewNamesakes) return isOneOf(athleteRecords.userId, everywhere);
  const athletes = sql`SELECT DISTINCT ${athleteRecords.userId} FROM ${athleteRecords} WHERE ${isOneOfMany(athleteRecords.recordId, seen)}`;
  return isAnyOf(
    athleteRecords.userId,
    sql`SELECT ${users.id} FROM ${users} WHERE ${isAnyOf(users.id, athletes)} AND ${called}`,
  );
}

/** Word by word, so that "Ana Durand" and "durand ana" both find her. */
function isCalled(search: string): SQL | undefined {
  return and(...wordsOf(search).map((word) => containsIndexedText(users.searchText, word)));
}

async function athletesCalled(db: Queryable, search: string): Promise<{ condition: SQL; isMany: boolean }> {
  const called = isCalled(search);
  const ids = await fewIds(db, [sql`SELECT id FROM ${users} WHERE ${called}`]);
  const isMany = ids === undefined;
  const condition = isMany
    ? // Not EXISTS, which the planner may answer for every record at once before the first row.
      sql`(SELECT 1 FROM ${recordUsers} JOIN ${users} ON ${users.id} = ${recordUsers.userId}
        WHERE ${recordUsers.recordId} = ${records.id} AND ${called} LIMIT 1) IS NOT NULL`
    : sql`${records.id} IN (SELECT ${recordUsers.recordId} FROM ${recordUsers} WHERE ${isOneOf(recordUsers.userId, ids)})`;
  return { condition, isMany };
}
