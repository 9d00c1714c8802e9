import { and, or, type SQL, sql } from 'drizzle-orm';
import {
  containsIndexedText,
  estimateRows,
  few,
  fewIds,
  isAnyOf,
  isOneOf,
  type Queryable,
  seenIds,
  tables,
} from '../../platform/database/index.ts';

const { athleteRecords, records, recordUsers, users, devices } = tables;

const textOfRecords = [records.basename, records.comment, records.exerciseName];
const idsOfDevices = (search: string) =>
  sql`SELECT id FROM ${devices} WHERE ${containsIndexedText([devices.name, devices.number], search)}`;

/** Records by what is written on them, their device's name or number, or the names of their athletes. */
export async function searchedRecords(
  db: Queryable,
  search: string,
  /** Among which records: a search that finds many elsewhere may find few here. */
  among: SQL | undefined,
): Promise<SQL | undefined> {
  const text = containsIndexedText(textOfRecords, search);
  if (text === undefined) return undefined;
  const idsOf = (condition: SQL) => sql`SELECT ${records.id} AS id FROM ${records} WHERE ${and(condition, among)}`;
  const ofAthletes = await athletesCalled(db, search);
  const deviceIds = await fewIds(db, [idsOfDevices(search)]);
  const ofDevices =
    deviceIds === undefined ? sql`${records.deviceId} IS NOT NULL` : isOneOf(records.deviceId, deviceIds);
  // Where many athletes or devices are called so, their records are met soon by walking.
  const others = ofAthletes.isMany || deviceIds === undefined ? undefined : [ofDevices, ofAthletes.condition];
  const otherIds = others && (await fewIds(db, others.map(idsOf)));
  if (otherIds === undefined) return or(text, ofDevices, ofAthletes.condition);
  const ofOthers = isOneOf(records.id, otherIds);
  const texts = await estimateRows(db, idsOf(text));
  const textIds = texts > few ? undefined : await fewIds(db, [idsOf(text)]);
  return textIds === undefined ? or(text, ofOthers) : isOneOf(records.id, [...textIds, ...otherIds]);
}

/** The same as a condition on what is gathered (`pageOfSeen`), where every row is looked at anyway. */
export function searchedAmongSeen(search: string): SQL | undefined {
  const text = containsIndexedText(textOfRecords, search);
  if (text === undefined) return undefined;
  const athletes = sql`SELECT DISTINCT ${athleteRecords.userId} FROM ${athleteRecords} WHERE ${isAnyOf(athleteRecords.recordId, seenIds)}`;
  const called = sql`SELECT ${users.id} FROM ${users} WHERE ${isAnyOf(users.id, athletes)} AND ${isCalled(search)}`;
  return or(
    // Not by the search's index: of text that many have, it is slower than the rows are.
    sql`(${text}) IS TRUE`,
    sql`${records.deviceId} IN (${idsOfDevices(search)})`,
    sql`${records.id} IN (SELECT ${athleteRecords.recordId} FROM ${athleteRecords} WHERE ${isAnyOf(athleteRecords.userId, called)})`,
  );
}

/** Word by word, so that "Ana Durand" and "durand ana" both find her. */
function isCalled(search: string): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return and(...words.map((word) => containsIndexedText([users.lastname, users.firstname, users.mail], word)));
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
