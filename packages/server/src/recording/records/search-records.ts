import { and, or, type SQL, sql } from 'drizzle-orm';
import { containsText, fewIds, isOneOf, type Queryable, tables } from '../../platform/database/index.ts';

const { records, recordUsers, users, devices } = tables;

/** Records by what is written on them, their device's name or number, or the names of their athletes. */
export async function searchedRecords(
  db: Queryable,
  search: string,
  /** Among which records: a search that finds many elsewhere may find few here. */
  among: SQL | undefined,
): Promise<SQL | undefined> {
  const text = containsText([records.basename, records.comment, records.exerciseName], search);
  if (text === undefined) return undefined;
  const { ofAthletes, isMany } = await athletesCalled(db, search);
  const deviceIds = await fewIds(db, [
    sql`SELECT id FROM ${devices} WHERE ${containsText([devices.name, devices.number], search)}`,
  ]);
  const ofDevices =
    deviceIds === undefined ? sql`${records.deviceId} IS NOT NULL` : isOneOf(records.deviceId, deviceIds);
  // Where many athletes are called so, their records are met soon by walking.
  const ids = isMany
    ? undefined
    : await fewIds(
        db,
        [text, ofDevices, ofAthletes].map(
          (condition) => sql`SELECT ${records.id} AS id FROM ${records} WHERE ${and(condition, among)}`,
        ),
      );
  return ids === undefined ? or(text, ofDevices, ofAthletes) : isOneOf(records.id, ids);
}

/** Word by word, so that "Ana Durand" and "durand ana" both find her. */
async function athletesCalled(db: Queryable, search: string): Promise<{ ofAthletes: SQL; isMany: boolean }> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const called = and(...words.map((word) => containsText([users.lastname, users.firstname, users.mail], word)));
  const ids = await fewIds(db, [sql`SELECT id FROM ${users} WHERE ${called}`]);
  const isMany = ids === undefined;
  const ofAthletes = isMany
    ? // Not EXISTS, which the planner may answer for every record at once before the first row.
      sql`(SELECT 1 FROM ${recordUsers} JOIN ${users} ON ${users.id} = ${recordUsers.userId}
        WHERE ${recordUsers.recordId} = ${records.id} AND ${called} LIMIT 1) IS NOT NULL`
    : sql`${records.id} IN (SELECT ${recordUsers.recordId} FROM ${recordUsers} WHERE ${isOneOf(recordUsers.userId, ids)})`;
  return { ofAthletes, isMany };
}
