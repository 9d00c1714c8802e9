import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from './index.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  await db.execute(
    sql.raw(`
    insert into clients (uid, name, display_name) values (gen_random_uuid(), 'c', 'c'), (gen_random_uuid(), 'd', 'd');
    insert into users (uid, client_id, mail, firstname, lastname, roles)
      select gen_random_uuid(), 1, 'm' || k, 'f', 'l', '{Athlete}' from generate_series(1, 600) k;
    insert into records (uid, client_id, source, basename, started_at, start_us, decode_state)
      select gen_random_uuid(), 1, 'csv', 'r', now(), 0, 'done' from generate_series(1, 3000);
    insert into record_users (record_id, user_id) select id, 1 + id % 600 from records;
    insert into selections (record_id, num, t0, t1) select id, 1, 0, 1 from records;
    analyze`),
  );
});
afterAll(() => test.close());

/** Rows of each table that this transaction has read so far. */
async function readSoFar(tx: Queryable): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ name: string; n: number }>(
    sql`select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_xact_user_tables`,
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
}

it.each([
  ['delete from record_users where record_id <= 1000', 'delete from records where id = 2999'],
  [
    'insert into record_users select id, 600 from records on conflict do nothing',
    'delete from records where id = 2999',
  ],
  [
    'insert into record_users select id, 600 from records on conflict do nothing',
    'insert into record_users values (2999, 7)',
  ],
  ['delete from records where id <= 1000', 'delete from records where id = 2999'],
  ['update records set client_id = 2 where id <= 1000', 'update records set client_id = 2 where id = 2999'],
  ['update selections set t1 = 2', 'update selections set t1 = 3 where id = 2999'],
])('after «%s» one row reads no table as a whole in the same session', async (bulk, one) => {
  await test.database.db
    .transaction(async (tx) => {
      await tx.execute(sql.raw(bulk));
      const before = await readSoFar(tx);
      await tx.execute(sql.raw(one));
      const read = [...(await readSoFar(tx))].map(([name, n]) => [name, n - (before.get(name) ?? 0)] as const);
      expect(Object.fromEntries(read.filter(([, n]) => n > 100))).toEqual({});
      throw new Error('as it was');
    })
    .catch((problem: unknown) => {
      if (!(problem instanceof Error && problem.message === 'as it was')) throw problem;
    });
});
