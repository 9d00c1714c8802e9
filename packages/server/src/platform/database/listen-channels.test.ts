import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
});
afterEach(() => test.close());

it('hears its channel until it stops', async () => {
  const { database } = test;
  const heard: string[] = [];
  const stop = await database.listen(
    'one',
    (payload) => void heard.push(`one ${payload}`),
    () => {},
  );
  const stopTwo = await database.listen(
    'two',
    (payload) => void heard.push(`two ${payload}`),
    () => {},
  );
  const tell = (channel: string, payload: string) => database.db.execute(sql`SELECT pg_notify(${channel}, ${payload})`);
  await tell('one', 'a');
  await tell('two', 'b');
  await vi.waitFor(() => expect(heard).toEqual(['one a', 'two b']));
  await stop();
  await tell('one', 'c');
  await tell('two', 'd');
  await vi.waitFor(() => expect(heard).toEqual(['one a', 'two b', 'two d']));
  await stopTwo();
});

it('hears again after its connection was cut', async () => {
  const { database } = test;
  const heard: string[] = [];
  await database.listen(
    'news',
    (payload) => void heard.push(payload),
    () => {},
  );
  const cutter = new pg.Client({ connectionString: database.url });
  await cutter.connect();
  await cutter.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%'`);
  const tell = async () => {
    await cutter.query(`NOTIFY news, 'again'`);
    expect(heard).toContain('again');
  };
  await vi.waitFor(tell, { timeout: 10_000, interval: 100 });
  await cutter.end();
});
