import { and, or, type SQL, sql } from 'drizzle-orm';
import {
  containsText,
  estimateRows,
  few,
  fewIds,
  isOneOf,
  type Queryable,
  tables,
} from '../../platform/database/index.ts';

const { records, recordUsers, users, devices } = tables;

/** Records by what is written on them, their device's name or number, or the names of their athletes. */
export async function searchedRecords(
  db: Queryable,
  search: string,
  /** Among which records: a search that finds many elsewhere may find few here. */
  among: SQL | undefined,
  /** What the caller sees is looked at row by row. */
  isGathered: boolean,
): Promise<SQL | undefined> {
  const text = containsText([records.basename, records.comment, records.exerciseName], search);
  if (text === undefined) return undefined;
  const idsOf = (condition: SQL) => sql`SELECT ${records.id} AS id FROM ${records} WHERE ${and(condition, among)}`;
  const ofAthletes = await athletesCalled(db, search);
  const deviceIds = await fewIds(db, [
    sql`SELECT id FROM ${devices} WHERE ${containsText([devices.name, devices.number], search)}`,
  ]);
  const ofDevices =
    deviceIds === undefined ? sql`${records.deviceId} IS NOT NULL` : isOneOf(records.deviceId, deviceIds);
  // Where many athletes or devices are called so, their records are met soon by walking.
  const others = ofAthletes.isMany || deviceIds === undefined ? undefined : [ofDevices, ofAthletes.condition];
  const otherIds = others && (await fewIds(db, others.map(idsOf)));
  if (otherIds === undefined) return or(text, ofDevices, ofAthletes.condition);
  const ofOthers = isOneOf(records.id, otherIds);
  // Not by the index where few rows are looked at anyway: of text that many have, it is slower than they are.
  if (isGathered) return or(sql`(${text}) IS TRUE`, ofOthers);
  const texts = await estimateRows(db, idsOf(text));
  const textIds = texts > few ? undefined : await fewIds(db, [idsOf(text)]);
  return textIds === undefined ? or(text, ofOthers) : isOneOf(records.id, [...textIds, ...otherIds]);
}

/** Word by word, so that "Ana Durand" and "durand ana" both find her. */
async function athletesCalled(db: Queryable, search: string): Promise<{ condition: SQL; isMany: boolean }> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const called = and(...words.map((word) => containsText([users.lastname, users.firstname, users.mail], word)));
  const ids = await fewIds(db, [sql`SELECT id FROM ${users} WHERE ${called}`]);
  const isMany = ids === undefined;
  const condition = isMany
    ? // Not EXISTS, which the planner may answer for every record at once before the first row.
      sql`(SELECT 1 FROM ${recordUsers} JOIN ${users} ON ${users.id} = ${recordUsers.userId}
        WHERE ${recordUsers.recordId} = ${records.id} AND ${called} LIMIT 1) IS NOT NULL`
    : sql`${records.id} IN (SELECT ${recordUsers.recordId} FROM ${recordUsers} WHERE ${isOneOf(recordUsers.userId, ids)})`;
  return { condition, isMany };
}
