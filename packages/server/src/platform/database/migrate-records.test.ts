import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer } from './open-test-database.ts';
import { runMigrations } from './run-migrations.ts';

const migrations = fileURLToPath(new URL('./migrations', import.meta.url));
let test: Awaited<ReturnType<typeof openTestServer>>;
let before: string;
beforeAll(async () => {
  test = await openTestServer();
  before = await mkdtemp(join(tmpdir(), 'sillage-migrations-'));
});
afterAll(async () => {
  await test?.close();
  await rm(before, { recursive: true, force: true });
});

/** The migrations as they were before one of them. */
async function until(tag: string): Promise<string> {
  await cp(migrations, before, { recursive: true });
  const path = join(before, 'meta', '_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'));
  const at = journal.entries.findIndex((entry) => entry.tag === tag);
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return before;
}

/** A database as it was before a migration. */
async function olderDatabase(name: string, tag: string) {
  const main = new pg.Client({ connectionString: test.database.url });
  await main.connect();
  await main.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await main.end();
  const url = new URL(test.database.url);
  url.pathname = `/${name}`;
  await runMigrations(url.href, await until(tag));
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return { url, client };
}

it('records of an older database get their exercises and, as far as it can be known, their types', async () => {
  const { url, client } = await olderDatabase('older', '0013_time_zones_and_exercises');
  try {
    await client.query(`
      INSERT INTO clients (uid, name, display_name) SELECT gen_random_uuid(), n, n FROM unnest('{a,b}'::text[]) n;
      INSERT INTO exercises (uid, client_id, name) VALUES (gen_random_uuid(), 1, 'Départ'), (gen_random_uuid(), 2, 'Sprint');
      INSERT INTO devices (uid, number, name, client_id, secret_hash)
        VALUES (gen_random_uuid(), 20100009, 'mini', 1, ''), (gen_random_uuid(), 10200042, 'maxi', 1, '');
      INSERT INTO records (uid, client_id, device_id, source, basename, started_at, start_us, decode_state, exercise_name, other_data)
      SELECT gen_random_uuid(), 1, device_id, source, basename, now(), 0, 'done', exercise, other::jsonb FROM (VALUES
        (1, 'journal', '20100009_1', 'Départ', '{}'), (2, 'journal', '10200042_1', 'Sprint', '{}'),
        (NULL, 'journal', '20100009_2', NULL, '{}'), (NULL, 'raw', 'file', 'texte', '{"raw_origin": {"device_type": "mini"}}'),
        (NULL, 'csv', '20100009_3', NULL, '{}')
      ) AS given (device_id, source, basename, exercise, other)`);
    await runMigrations(url.href, migrations);
    const { rows } = await client.query('SELECT record_type, exercise_id, exercise_name FROM records ORDER BY id');
    expect(rows).toEqual([
      { record_type: 'mini', exercise_id: 1, exercise_name: 'Départ' },
      { record_type: 'record', exercise_id: null, exercise_name: 'Sprint' },
      { record_type: 'mini', exercise_id: null, exercise_name: null },
      { record_type: 'mini', exercise_id: null, exercise_name: 'texte' },
      { record_type: 'record', exercise_id: null, exercise_name: null },
    ]);
    const counts = await client.query(
      `SELECT name, sum(n)::int AS n FROM row_counts WHERE source = 'records' GROUP BY name HAVING sum(n) <> 0 ORDER BY name`,
    );
    expect(counts.rows).toEqual([
      { name: 'mini', n: 3 },
      { name: 'record', n: 2 },
    ]);
  } finally {
    await client.end();
  }
});

it('what the program kept in the JSON of people gets columns of its own; what people put there stays', async () => {
  const { url, client } = await olderDatabase('hidden', '0015_records_own_columns');
  try {
    await client.query(`
      INSERT INTO clients (uid, name, display_name) VALUES (gen_random_uuid(), 'a', 'a');
      INSERT INTO records (uid, client_id, source, basename, started_at, start_us, decode_state, other_data)
      SELECT gen_random_uuid(), 1, 'csv', 'r', now(), 0, 'done', other::jsonb FROM unnest(ARRAY[
        '{"csv_rate": 12.5, "note": 1}', '{"missing_blocks": 25000000000}', '{"missing_blocks": null}',
        '{"csv_rate": "fast"}', '{"note": {"csv_rate": 1}}', '{}']) other`);
    await runMigrations(url.href, migrations);
    const { rows } = await client.query('SELECT csv_rate, missing_blocks::float8, other_data FROM records ORDER BY id');
    expect(rows.map(({ csv_rate, missing_blocks, other_data }) => [csv_rate, missing_blocks, other_data])).toEqual([
      [12.5, null, { note: 1 }],
      [null, 25_000_000_000, {}],
      [null, null, {}],
      [null, null, {}],
      [null, null, { note: { csv_rate: 1 } }],
      [null, null, {}],
    ]);
  } finally {
    await client.end();
  }
});
