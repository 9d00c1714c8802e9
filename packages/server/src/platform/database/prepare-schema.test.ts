import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestServer } from './open-test-database.ts';
import { migrationsFolder, prepareSchema } from './prepare-schema.ts';

let test: Awaited<ReturnType<typeof openTestServer>>;
let pgClient: pg.Client;
let url: string;
let n = 0;
beforeAll(async () => {
  test = await openTestServer();
});
afterAll(() => test?.close());
beforeEach(async () => {
  n += 1;
  await test.database.db.execute(`CREATE DATABASE prepared_${n} TEMPLATE template0`);
  const own = new URL(test.database.url);
  own.pathname = `/prepared_${n}`;
  url = own.href;
  pgClient = new pg.Client({ connectionString: url });
  await pgClient.connect();
});
afterEach(() => pgClient.end());

const ask = async (text: string) => (await pgClient.query(text)).rows;
/** When the steps were made that the first migration stands for, ms since 1970; the first two and the last. */
const formerSteps = [1795227588235, 1795228583857, 1795347740765];

/** A database that an earlier build left, which went these steps. */
async function leaveFormer(steps: readonly number[]): Promise<void> {
  const [start] = readMigrationFiles({ migrationsFolder });
  for (const statement of start?.sql ?? []) await pgClient.query(statement);
  await pgClient.query(`CREATE SCHEMA drizzle;
    CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`);
  for (const step of steps) {
    await pgClient.query(`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('former', $1)`, [step]);
  }
  await pgClient.query(`INSERT INTO clients (uid, name, display_name) VALUES (gen_random_uuid(), 'a', 'a')`);
}

const insertRecord = (name: string) => `INSERT INTO records
  (uid, client_id, source, basename, started_at, start_us, decode_state)
  VALUES (gen_random_uuid(), 1, 'csv', '${name}', now(), 0, 'done')`;

it('a database that went all steps before the first migration goes on from here, with its rows', async () => {
  await leaveFormer(formerSteps);
  await pgClient.query(insertRecord('Départ'));
  await prepareSchema(url);
  expect(await ask('SELECT basename, search_text FROM records')).toEqual([
    { basename: 'Départ', search_text: ' depart  ' },
  ]);
  await prepareSchema(url);
});

it('a database that stopped before is refused with a sentence in both languages, untouched', async () => {
  await leaveFormer(formerSteps.slice(0, -1));
  const start = prepareSchema(url);
  await expect(start).rejects.toThrow(/early Sillage.*make a backup of everything.*restore the backup there/);
  await expect(start).rejects.toThrow(/ancien Sillage.*faites une sauvegarde de tout.*restaurez-y la sauvegarde/);
  await expect(start).rejects.toHaveProperty('name', 'StartProblem');
  expect(await ask('SELECT name FROM clients')).toEqual([{ name: 'a' }]);
  expect(await ask(`SELECT proname FROM pg_proc WHERE proname = 'count_rows'`)).toEqual([]);
});

it('a start mends what the database does by itself, whatever was done to it', async () => {
  await prepareSchema(url);
  await pgClient.query(`
    INSERT INTO clients (uid, name, display_name) VALUES (gen_random_uuid(), 'a', 'a');
    DROP TRIGGER records_count_added ON records;
    DROP TRIGGER changes_stamp ON changes;
    CREATE OR REPLACE FUNCTION mark_changes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
  await prepareSchema(url);
  await pgClient.query(`DELETE FROM changes; ${insertRecord('r')}`);
  expect(await ask('SELECT table_name, client_id FROM changes')).toEqual([{ table_name: 'records', client_id: 1 }]);
  expect(await ask('SELECT source, n FROM row_counts')).toEqual([{ source: 'records', n: 1 }]);
  expect(await ask(`SELECT 1 AS there FROM pg_trigger WHERE tgname = 'changes_stamp'`)).toEqual([{ there: 1 }]);
});

it('a start waits for nobody who reads, as a dump does for minutes', async () => {
  await prepareSchema(url);
  await pgClient.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM records; SELECT FROM changes`);
  await prepareSchema(url, 200);
  await pgClient.query('COMMIT');
});

it('whoever read of another database before has to read all of a new one again', async () => {
  await prepareSchema(url);
  const marked = 'SELECT table_name FROM changes WHERE client_id IS NULL ORDER BY table_name';
  const first = await ask(marked);
  expect(first.map(({ table_name }) => table_name)).toEqual(expect.arrayContaining(['records', 'settings', 'users']));
  await prepareSchema(url);
  expect(await ask(marked)).toEqual(first);
});
