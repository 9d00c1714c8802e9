import { asc, desc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { containsIndexedText, type Db, tables } from './index.ts';
import { searchPage } from './search-page.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

const { users } = tables;
const many = 36_000;

let opened: TestDatabase;
let db: Db;

/** In the order of names: 12,000 from Lyon and Nantes in turn, 10,000 from Brest, 14,000 from Lille and a few from Sète. */
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database.db;
  await db.execute(sql`INSERT INTO clients (uid, name, display_name) VALUES (gen_random_uuid(), 'c', 'C')`);
  await db.execute(sql`
    INSERT INTO users (uid, client_id, mail, lastname, firstname)
    SELECT gen_random_uuid(), (SELECT id FROM clients), i || '@example.org', lpad(i::text, 6, '0'),
      CASE WHEN i > 12000 AND i <= 22000 THEN 'brest' WHEN i > 22000 AND i % 5000 = 1 THEN 'sete' WHEN i > 22000 THEN 'lille'
        WHEN i % 2 = 0 THEN 'lyon' ELSE 'nantes' END
    FROM generate_series(1, ${many}) i`);
  // Statistics of every row, and no others later: of a sample, the planner's guesses differ from run to run.
  await db.transaction(async (tx) => {
    await tx.execute(sql`ALTER TABLE users SET (autovacuum_enabled = false)`);
    await tx.execute(sql`SET LOCAL default_statistics_target = 700`);
    await tx.execute(sql`ANALYZE users`);
  });
}, 60_000);
afterAll(() => opened.close());

const order = (descending: boolean) => [users.lastname, users.id].map((column) => ({ column, descending }));
const found = (town: string) => containsIndexedText(users.searchText, town);

const ask = (town: string, pageId: number, descending = false) =>
  searchPage(db, {
    table: users,
    among: undefined,
    where: found(town),
    order: order(descending),
    pageId,
    pageSize: 10,
  });

const walkedThrough = async (town: string, pageId: number, descending = false) => {
  const direction = descending ? desc : asc;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(found(town))
    .orderBy(direction(users.lastname), direction(users.id))
    .limit(10)
    .offset((pageId - 1) * 10);
  return rows.map(({ id }) => id);
};

test('the few that a search finds are counted, wherever they lie', async () => {
  expect(await ask('sete', 1)).toEqual({ ids: await walkedThrough('sete', 1), total: 3, isEstimate: false });
  expect(await ask('sete', 2)).toEqual({ ids: [], total: 3, isEstimate: false });
  expect(await ask('nowhere', 1)).toEqual({ ids: [], total: 0, isEstimate: false });
});

test('of the many that lie near a page only the page is read, and the total is said to be an estimate', async () => {
  for (const pageId of [1, 2, 30]) {
    const page = await ask('lyon', pageId);
    expect(page).toMatchObject({ ids: await walkedThrough('lyon', pageId), isEstimate: true });
    // The planner's guess.
    expect(page?.total).toBeGreaterThan(3_000);
    expect(page?.total).toBeLessThan(12_000);
  }
  const last = await ask('lille', 1, true);
  expect(last).toMatchObject({ ids: await walkedThrough('lille', 1, true), isEstimate: true });
});

test('a page near the end of what is found is counted from there, in the order asked for', async () => {
  const total = (await ask('lille', 1, true))?.total ?? 0;
  const lastPage = await ask('lille', Math.floor(total / 10));
  const all = await db
    .select({ id: users.id })
    .from(users)
    .where(found('lille'))
    .orderBy(desc(users.lastname))
    .limit(40);
  const ids = lastPage?.ids ?? [];
  expect(ids).toHaveLength(10);
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
});

test('many that lie far from the page are gathered and counted', async () => {
  expect(await ask('lyon', 1, true)).toEqual({
    ids: await walkedThrough('lyon', 1, true),
    total: 6_000,
    isEstimate: false,
  });
  expect(await ask('lyon', 550)).toMatchObject({ ids: await walkedThrough('lyon', 550) });
});

test('what cannot be gathered is left to a walk', async () => {
  const page = { table: users, among: undefined, where: sql`true`, pageId: 1_500, pageSize: 10 };
  expect(await searchPage(db, { ...page, order: order(false) })).toBe(undefined);
});
