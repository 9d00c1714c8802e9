import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepWhileUnchanged } from './keep-while-unchanged.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';

let opened: TestDatabase;
let nowMs: number;
/** Readings of the database. */
let readings: number;
let keep: ReturnType<typeof keepWhileUnchanged<number>>;

beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.db.execute(
    sql`INSERT INTO clients (uid, name, display_name) SELECT gen_random_uuid(), 'c' || i, 'C' FROM generate_series(1, 2) i`,
  );
});
afterAll(() => opened.close());
beforeEach(() => {
  [nowMs, readings] = [1e12, 0];
  keep = keepWhileUnchanged(opened.database.db, { nowMs: () => nowMs, monotonicMs: () => nowMs });
});

const from = (clientId: number) => ({ tables: ['groups'], clientId });
/** How many groups a client has, by its key. */
const groupsOf = (clientId: number, key = `groups of ${clientId}`) =>
  keep(key, from(clientId), async () => {
    readings += 1;
    const { rows } = await opened.database.db.execute<{ n: number; snapshot: string }>(
      sql`SELECT (SELECT count(*) FROM groups WHERE client_id = ${clientId})::integer AS n, pg_current_snapshot()::text AS snapshot`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('no row');
    return { value: row.n, snapshot: row.snapshot };
  });
const addGroup = (clientId: number, name: string) =>
  sql`INSERT INTO groups (uid, client_id, name) VALUES (gen_random_uuid(), ${clientId}, ${name})`;

test('is read once while nothing changes, and again after a change of its own client only', async () => {
  const before = await groupsOf(1);
  await groupsOf(1);
  expect(readings).toBe(1);
  await opened.database.db.execute(addGroup(2, 'theirs'));
  expect([await groupsOf(1), readings]).toEqual([before, 1]);
  await opened.database.db.execute(addGroup(1, 'ours'));
  expect([await groupsOf(1), readings]).toEqual([before + 1, 2]);
});

test('a transaction that was open while it was read counts once it is committed', async () => {
  const before = await groupsOf(1);
  await opened.database.db.transaction(async (tx) => {
    await tx.execute(addGroup(1, 'late'));
    // Read while the change is there and not to be seen: it began before the reading, and ends after it.
    keep = keepWhileUnchanged(opened.database.db, { nowMs: () => nowMs, monotonicMs: () => nowMs });
    expect(await groupsOf(1)).toBe(before);
  });
  expect(await groupsOf(1)).toBe(before + 1);
});

test('a change that is taken back leaves what is kept right', async () => {
  const before = await groupsOf(1);
  await opened.database.db
    .transaction(async (tx) => {
      await tx.execute(addGroup(1, 'never'));
      throw new Error('taken back');
    })
    .catch(() => undefined);
  expect(await groupsOf(1)).toBe(before);
});

test('a clock that is set, back or far ahead, reads again instead of trusting an age', async () => {
  await groupsOf(1);
  nowMs -= 1;
  await groupsOf(1);
  expect(readings).toBe(2);
  nowMs += 10 * 60_000 - 1;
  await groupsOf(1);
  expect(readings).toBe(2);
  nowMs += 1;
  await groupsOf(1);
  expect(readings).toBe(3);
});

test('a hundred things are kept, those read longest ago give way', async () => {
  for (let n = 0; n < 101; n += 1) await groupsOf(1, `${n}`);
  await groupsOf(1, '1');
  await groupsOf(1, '100');
  expect(readings).toBe(101);
  await groupsOf(1, '0');
  expect(readings).toBe(102);
});
