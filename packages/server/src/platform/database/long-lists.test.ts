import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countKept, countOrEstimate, countRows } from './count-rows.ts';
import { few, fewIds } from './few-ids.ts';
import { containsEveryWord, containsIndexedText, type Db, tables } from './index.ts';
import { readPageIds, windowOf } from './read-page-ids.ts';
import { addClient, addRecord, addUser, openTestDatabase, type TestDatabase } from './testing.ts';

const { users, records, recordUsers, tasks } = tables;

let test: TestDatabase;
let db: Db;
let clientId: number;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.database.db;
  clientId = (await addClient(db)).id;
});
afterEach(async () => {
  for (const table of [tasks, records, users]) await db.delete(table);
});
afterAll(() => test.close());

const addTasks = (count: number, executing = 0) =>
  db
    .insert(tasks)
    .values(Array.from({ length: count }, () => ({ name: 'decode', args: {}, clientId, executing })))
    .returning({ id: tasks.id });
const addPerson = (firstname: string, lastname: string) => addUser(db, { clientId, firstname, lastname });

describe('counts that are kept', () => {
  it('follow rows as they come, move and go, and nothing of what was undone', async () => {
    const added = await addTasks(5);
    await db
      .update(tasks)
      .set({ executing: 3 })
      .where(
        inArray(
          tasks.id,
          added.slice(0, 2).map(({ id }) => id),
        ),
      );
    await db.update(tasks).set({ progress: 0.5 });
    await db.delete(tasks).where(eq(tasks.id, added[4]?.id ?? 0));
    await db
      .transaction(async (tx) => {
        await tx.delete(tasks);
        tx.rollback();
      })
      .catch(() => undefined);
    const count = (states?: number[]) => countKept(db, { source: 'tasks', states });
    expect([await count(), await count([0]), await count([3]), await count([4])]).toEqual([4, 2, 2, 0]);
    expect(await countKept(db, { source: 'tasks', clientIds: [] })).toBe(0);
    expect(await countKept(db, { source: 'tasks', clientIds: [clientId], names: ['decode'] })).toBe(4);
    expect(await countRows(db, tasks, undefined)).toBe(4);
  });

  it('stay true while many write at once, however often they are put together', async () => {
    const before = await db.execute<{ n: number }>(sql`SELECT count(*)::integer AS n FROM row_counts`);
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 100; i++) {
          const [task] = await addTasks(1);
          await db
            .update(tasks)
            .set({ executing: 3 })
            .where(eq(tasks.id, task?.id ?? 0));
        }
      }),
    );
    expect(await countKept(db, { source: 'tasks', states: [3] })).toBe(800);
    expect(await countKept(db, { source: 'tasks', states: [0] })).toBe(0);
    const after = await db.execute<{ n: number }>(sql`SELECT count(*)::integer AS n FROM row_counts`);
    // 2,400 were appended; they are put together about every 200 statements.
    expect((after.rows[0]?.n ?? 0) - (before.rows[0]?.n ?? 0)).toBeLessThan(2400);
  });

  it('know who has an athlete, also when people go and when two transactions take the last ones off', async () => {
    const { id } = await addRecord(db, { clientId });
    const people = [await addPerson('A', 'A'), await addPerson('B', 'B')];
    const hasAthlete = async () => (await db.select().from(records).where(eq(records.id, id)))[0]?.hasAthlete;
    const associate = () => db.insert(recordUsers).values(people.map((user) => ({ recordId: id, userId: user.id })));
    expect(await hasAthlete()).toBe(false);
    await associate();
    expect(await hasAthlete()).toBe(true);
    expect(await countKept(db, { source: 'records', states: [1] })).toBe(1);
    await Promise.all(people.map((user) => db.delete(recordUsers).where(eq(recordUsers.userId, user.id))));
    expect(await hasAthlete()).toBe(false);
    await associate();
    await db.delete(users);
    expect(await hasAthlete()).toBe(false);
    expect(await countKept(db, { source: 'records', states: [0] })).toBe(1);
  });
});

describe('counting with filters', () => {
  it('is exact as long as that is affordable, and says when it is an estimate', async () => {
    await db.execute(
      sql`INSERT INTO records (uid, client_id, source, basename, started_at, start_us, decode_state, comment)
        SELECT gen_random_uuid(), ${clientId}, 'csv', 'r' || i, now(), 0, 'done', repeat('x', 1500) FROM generate_series(1, 5000) i`,
    );
    await db.execute(sql`ANALYZE records`);
    const guess = await countOrEstimate(db, records, sql`${records.comment} <> ''`, 500);
    expect(guess.isEstimate).toBe(true);
    expect(guess.total).toBeGreaterThan(2_000);
    const order = [{ column: records.id, descending: false }];
    const where = eq(records.basename, 'r');
    const counted = await countOrEstimate(db, records, where, 500);
    expect(counted.isEstimate).toBe(true);
    const page = { table: records, id: records.id, where, order, pageId: 1, pageSize: 10, counted };
    expect(await readPageIds(db, page)).toEqual({ ids: [], total: 0, isEstimate: false });
  });
});

describe('pages', () => {
  it('are the same rows from either end', async () => {
    for (let i = 0; i < 23; i += 1) await addPerson('A', `${i % 4}`);
    const all = await db.select({ id: users.id }).from(users).orderBy(desc(users.lastname), asc(users.id));
    const order = [
      { column: users.lastname, descending: true },
      { column: users.id, descending: false },
    ];
    const sure = { total: 23, isEstimate: false };
    for (const counted of [sure, { total: 5, isEstimate: true }]) {
      for (let pageId = 1; pageId <= 4; pageId++) {
        const page = { table: users, id: users.id, where: undefined, order, pageId, pageSize: 7, counted };
        expect((await readPageIds(db, page)).ids).toEqual(all.slice((pageId - 1) * 7, pageId * 7).map(({ id }) => id));
      }
    }
    const everything = { table: users, id: users.id, where: undefined, order, pageId: 1, pageSize: -1, counted: sure };
    expect((await readPageIds(db, everything)).ids).toHaveLength(23);
  });

  it('skip at most half of the rows', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 300 }),
        (total, pageSize, pageId) => {
          const { offset, limit = Number.NaN, fromEnd } = windowOf({ pageId, pageSize, total });
          const rows = Array.from({ length: total }, (_, i) => i);
          const seen = fromEnd
            ? rows
                .toReversed()
                .slice(offset, offset + limit)
                .toReversed()
            : rows.slice(offset, offset + limit);
          expect(seen).toEqual(rows.slice((pageId - 1) * pageSize, pageId * pageSize));
          expect(offset).toBeLessThanOrEqual(Math.max(0, total / 2));
        },
      ),
    );
  });
});

describe('searching', () => {
  it('finds text anywhere, across columns too; one or two characters at the beginning of words', async () => {
    for (const [first, last] of [
      ['Ana', 'Durand'],
      ['Élodie', 'Le Gall'],
      ['100%', 'A_b'],
    ] as const)
      await addPerson(first, last);
    const find = async (search: string) => {
      const where = containsIndexedText(users.searchText, search);
      const rows = await db.select().from(users).where(where).orderBy(users.id);
      return rows.map(({ firstname }) => firstname);
    };
    expect(await find('uran')).toEqual(['Ana']);
    expect(await find('durand ana')).toEqual(['Ana']);
    expect(await find('ÉLOD')).toEqual(['Élodie']);
    expect(await find('elodie')).toEqual(['Élodie']);
    expect(await find('ga')).toEqual(['Élodie']);
    expect(await find('nd')).toEqual([]);
    expect(await find('100%')).toEqual(['100%']);
    expect(await find('a_')).toEqual(['100%']);
    expect(await find(' ')).toHaveLength(3);
  });

  it('of a short table finds every word anywhere, in any order, in texts of any kind', async () => {
    for (const [first, last] of [
      ['Maxi', '0042'],
      ['Mini', '0042'],
      ['Maxi', '50%'],
    ] as const)
      await addPerson(first, last);
    const find = async (search: string) => {
      const texts = [users.firstname, users.lastname, users.active, sql`null`, sql`${{ a: 'é' }}::jsonb ->> 'a'`];
      const rows = await db.select().from(users).where(containsEveryWord(texts, search)).orderBy(users.id);
      return rows.map(({ firstname, lastname }) => `${firstname} ${lastname}`);
    };
    expect(await find('42')).toEqual(['Maxi 0042', 'Mini 0042']);
    expect(await find(' 42  MAX')).toEqual(['Maxi 0042']);
    expect(await find('i')).toHaveLength(3);
    expect(await find('0%')).toEqual(['Maxi 50%']);
    expect(await find('x_')).toEqual([]);
    expect(await find('É maxi 5')).toEqual(['Maxi 50%']);
    expect(await find('e')).toHaveLength(3);
    expect(await find(' ')).toHaveLength(3);
  });

  it('of a long table is answered by its index', async () => {
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL enable_seqscan = off`);
      const found = containsIndexedText(users.searchText, 'durand');
      const ofRecords = containsIndexedText(records.searchText, 'du');
      const a = await tx.execute(sql`EXPLAIN SELECT id FROM ${users} WHERE ${found}`);
      const b = await tx.execute(sql`EXPLAIN SELECT id FROM ${records} WHERE ${ofRecords}`);
      return JSON.stringify([a.rows, b.rows]);
    });
    expect(plan).toContain('users_search');
    expect(plan).toContain('records_search');
  });

  it('answers few ids once each, and none when they are many', async () => {
    expect(await fewIds(db, [sql`SELECT 1 AS id`, sql`SELECT i AS id FROM generate_series(1, 3) i`])).toHaveLength(3);
    expect(await fewIds(db, [sql`SELECT i AS id FROM generate_series(1, ${few + 1}) i`])).toBe(undefined);
  });
});
