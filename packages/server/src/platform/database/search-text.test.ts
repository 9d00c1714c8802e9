import { type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { containsByRarestWord, containsIndexedText, containsText, type Db, tables } from './index.ts';
import { addClient, openTestDatabase, type TestDatabase } from './testing.ts';

const { records } = tables;

let opened: TestDatabase;
let db: Db;

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database.db;
  const client = await addClient(db);
  await db.execute(sql`
    INSERT INTO records (uid, client_id, source, basename, comment, exercise_name, started_at, start_us, decode_state)
    SELECT gen_random_uuid(), ${client.id}, 'csv', 'Séance-' || i, CASE WHEN i % 7 = 0 THEN 'vent de face, 50%' ELSE '' END,
      CASE WHEN i % 3 = 0 THEN 'Départ_' || i % 4 END, now(), 0, 'done' FROM generate_series(1, 400) i`);
  await db.execute(sql`ANALYZE records`);
});
afterAll(() => opened.close());

async function namesOf(where: SQL | undefined): Promise<string[]> {
  const rows = await db.select({ name: records.basename }).from(records).where(where);
  return rows.map(({ name }) => name).sort();
}

const everything = 400;

test('every way to search a text finds the same rows: by the index, by its rarest word, row by row', async () => {
  const pieces = [
    'séance',
    'SÉANCE-',
    '7',
    '-7',
    ' ',
    'vent',
    'de',
    'face,',
    '50%',
    '%',
    '_',
    '\\',
    'départ_1',
    'depart',
    'é',
    'e\u0301',
  ];
  const searches = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(searches, async (search) => {
      const found = await namesOf(containsText(records.searchText, search));
      expect(await namesOf(containsIndexedText(records.searchText, search))).toEqual(found);
      expect(await namesOf(await containsByRarestWord(db, records, records.searchText, search))).toEqual(found);
    }),
    { numRuns: 150 },
  );
});

test('a name and its number are found together, whatever the case, the accents and the columns between', async () => {
  const find = async (search: string) =>
    (await namesOf(await containsByRarestWord(db, records, records.searchText, search))).length;
  expect(await find('séance-39')).toBe(11);
  expect(await find('SÉANCE-393')).toBe(1);
  expect(await find(' ance-9 ')).toBe(11);
  expect(await find('face, 50% départ_')).toBe(19);
  expect(await find('seance-39')).toBe(11);
  expect(await find('scéance-1')).toBe(0);
  expect(await find('  ')).toBe(everything);
});

async function askedOfIndex(search: string): Promise<string | undefined> {
  const where = await containsByRarestWord(db, records, records.searchText, search);
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`);
    return tx.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN SELECT id FROM ${records} WHERE ${where}`);
  });
  return plan.rows.map((row) => row['QUERY PLAN']).find((line) => line.includes('Index Cond'));
}

test('the index is asked for the rarest word, not for the one that every row has', async () => {
  expect(await askedOfIndex('séance-39')).toContain("'%-39%'");
  expect(await askedOfIndex('39-séance')).toContain("'%39-%'");
});

test('a letter that begins nowhere gives the index nothing to look for, however rare it is', async () => {
  expect(await askedOfIndex('z-séance')).toContain("'%z-seance%'");
});
