import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setPartners, tables } from './index.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

const { clients, clientSports, sports } = tables;
const pairs = { table: clientSports, of: clientSports.clientId, partner: clientSports.sportId };

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it('adds who is new, takes off who is not named, and touches nobody else', async () => {
  const { db } = test.database;
  const add = async (name: string) => {
    const [row] = await db
      .insert(sports)
      .values({ uid: randomUUID(), name, displayName: { fr: name, en: name } })
      .returning();
    return row?.id ?? 0;
  };
  const [one, two, three] = [await add('one'), await add('two'), await add('three')];
  const made = await db
    .insert(clients)
    .values(['a', 'b'].map((name) => ({ uid: randomUUID(), name, displayName: name })))
    .returning();
  const [mine, others] = made.map(({ id }) => id) as [number, number];
  const rows = async () => {
    const found = await db.execute<{ client: number; sport: number; written: string }>(
      sql`select client_id as client, sport_id as sport, xmin::text as written from client_sports order by 1, 2`,
    );
    return found.rows;
  };
  expect(await setPartners(db, pairs, mine, [one, two, one])).toEqual([]);
  await setPartners(db, pairs, others, [one]);
  const before = await rows();
  expect(await setPartners(db, pairs, mine, [two, three])).toEqual([one]);
  const after = await rows();
  const named = after.map(({ client, sport }) => [client, sport]);
  expect(named).toEqual([
    [mine, two],
    [mine, three],
    [others, one],
  ]);
  expect(after).toEqual(
    expect.arrayContaining(before.filter(({ client, sport }) => client === others || sport === two)),
  );
  expect(await setPartners(db, pairs, mine, [])).toEqual([two, three]);
});
