import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { containsIndexedText, type Db, longList, tables } from './index.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

const { users } = tables;
const many = 5_000;

let opened: TestDatabase;
let db: Db;

/** In the order of names, one of a thousand is called Sète; every second one is active. */
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database.db;
  await db.execute(sql`INSERT INTO clients (uid, name, display_name) VALUES (gen_random_uuid(), 'c', 'C')`);
  await db.execute(sql`
    INSERT INTO users (uid, client_id, mail, lastname, firstname, active)
    SELECT gen_random_uuid(), (SELECT id FROM clients), i || '@example.org', lpad(i::text, 6, '0'),
      CASE WHEN i % 1000 = 0 THEN 'sete' ELSE 'lyon' END, i % 2 = 0
    FROM generate_series(1, ${many}) i`);
  await db.execute(sql`ANALYZE users`);
}, 60_000);
afterAll(() => opened.close());

const page = (pageId: number) => ({ table: users, seen: undefined, narrowing: undefined, pageId, pageSize: 10 });
const order = [users.lastname, users.id].map((column) => ({ column, descending: false }));
const namesOf = async (ids: readonly number[]) => {
  const rows = await db.select({ id: users.id, lastname: users.lastname }).from(users);
  const names = new Map(rows.map(({ id, lastname }) => [id, Number(lastname)]));
  return ids.map((id) => names.get(id));
};
const from = (first: number) => Array.from({ length: 10 }, (_, i) => first + i);

describe('a long list', () => {
  test('is counted exactly by the kept counts, and read from its nearer end', async () => {
    const last = await longList(db, { ...page(many / 10), order, counted: {} });
    expect(last).toMatchObject({ total: many, isEstimate: false });
    expect(await namesOf(last.ids)).toEqual(from(many - 9));
    const none = await longList(db, { ...page(1), order, counted: { clientIds: [] } });
    expect(none.total).toBe(0);
  });

  test('without a kept count is counted as it is narrowed', async () => {
    const active = await longList(db, { ...page(1), order, narrowing: sql`${users.active}` });
    expect(active).toMatchObject({ total: many / 2, isEstimate: false });
    expect(await namesOf(active.ids)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
  });

  test('that is searched finds the few that lie anywhere, among those that are seen', async () => {
    const narrowing = containsIndexedText(users.searchText, 'sete');
    const found = await longList(db, { ...page(1), order, narrowing, searched: true });
    expect(found).toMatchObject({ total: many / 1000, isEstimate: false });
    expect(await namesOf(found.ids)).toEqual([1000, 2000, 3000, 4000, 5000]);
    const seen = sql`${users.lastname} > '003500'`;
    const ofSeen = await longList(db, { ...page(1), order, seen, narrowing, searched: true });
    expect(await namesOf(ofSeen.ids)).toEqual([4000, 5000]);
  });

  test('in an order that no index holds is gathered as far as a bound', async () => {
    const gathered = {
      rows: (where: ReturnType<typeof sql> | undefined) =>
        sql`SELECT id, reverse(lastname) AS key FROM ${users} WHERE ${where ?? sql`true`}`,
      order: sql`key DESC, id`,
    };
    const narrowing = sql`${users.lastname} <= '000020'`;
    const sorted = await longList(db, { ...page(1), narrowing, gathered, atMost: 20 });
    if (!('ids' in sorted)) throw new Error('not gathered');
    expect(sorted.total).toBe(20);
    expect((await namesOf(sorted.ids)).slice(0, 3)).toEqual([19, 9, 18]);
    expect(await longList(db, { ...page(1), narrowing, gathered, atMost: 19 })).toEqual({ tooMany: 20 });
    expect(await longList(db, { ...page(1), gathered })).toMatchObject({ total: many, isEstimate: false });
  });
});
