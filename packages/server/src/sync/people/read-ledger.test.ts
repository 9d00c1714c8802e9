import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClient, addRecord, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { readBacklog } from '../hub/keep-in-touch.ts';
import { cancelChosen, queueChosen } from './choose-records.ts';
import { readLedger } from './read-ledger.ts';

let test: TestDatabase;
let ids: number[];
beforeEach(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  const { id: clientId } = await addClient(db, { cloudEnabled: true });
  const given = { clientId, source: 'journal', decodeState: 'done', sizeBytes: 10 } as const;
  const made = [];
  for (const basename of ['a', 'b']) made.push(await addRecord(db, { ...given, basename }));
  ids = made.map(({ id }) => id);
  await queueChosen(db, ids, sql`true`, false);
});
afterEach(() => test.close());

const everything = sql`true`;
const noFiles = {
  open: () => Promise.resolve(undefined),
  list: () => Promise.resolve([]),
  listBelow: () => Promise.resolve([]),
};
const ledger = async (
  where: 'all' | 'unsent' | 'waiting' | 'not_here' | 'refused',
  more: { record_id?: number } = {},
) =>
  readLedger(
    test.database.db,
    { ...noFiles, has: () => Promise.resolve(true) },
    { isSeen: everything, role: 'hub', link: null, pageId: 1, pageSize: 10, where, search: '', ...more },
  );
const files = async () => (await readBacklog(test.database.db)).files;

it('who takes a record out of what is sent keeps it here until somebody sends it, and the ledger says so', async () => {
  const { db } = test.database;
  const [first = 0] = ids;
  expect([(await ledger('waiting')).total, await files()]).toEqual([2, 2]);
  expect(await cancelChosen(db, [first], everything)).toBe(1);
  expect(await cancelChosen(db, [first], everything)).toBe(0);
  expect([(await ledger('waiting')).total, await files()]).toEqual([1, 1]);
  const held = (await ledger('unsent')).items.find((record) => record.record_id === first);
  expect(held).toMatchObject({
    cloud_state: 'local',
    why_not: { en: expect.stringContaining('Somebody took it out') },
  });
  await queueChosen(db, [first], everything, true);
  const sent = (await ledger('waiting')).items.find((record) => record.record_id === first);
  expect(sent).toMatchObject({ cloud_state: 'needs_sending', why_not: null });
});

it('says of the journal of a device how many blocks never came, and how many selections were made', async () => {
  const { db } = test.database;
  const [first = 0] = ids;
  await db.execute(sql`update records set missing_blocks = 3 where id = ${first}`);
  await db.execute(
    sql`insert into selections (uid, record_id, num, t0, t1) values (gen_random_uuid(), ${first}, 1, 0, 1)`,
  );
  const { items } = await ledger('all');
  expect(items.find((record) => record.record_id === first)).toMatchObject({
    ...{ is_journal: true, missing_blocks: 3, selections: 1 },
  });
});

it('a record of this server that could not be decoded is here, one whose original another server has is not', async () => {
  const { db } = test.database;
  const [first = 0, second = 0] = ids;
  await db.execute(sql`update records set decode_state = 'error', size_bytes = 0, original_elsewhere = id = ${second}`);
  expect((await ledger('not_here')).items.map((record) => record.record_id)).toEqual([second]);
  const unsent = (await ledger('unsent')).items.map((record) => record.record_id);
  expect(unsent).toContain(first);
  expect(unsent).not.toContain(second);
});

it('says which hub told the cloud of a record that is to come, of one record alone where that is asked', async () => {
  const { db } = test.database;
  const [first = 0, second = 0] = ids;
  await db.execute(sql`delete from sync_files`);
  await db.execute(sql`update records set original_elsewhere = true`);
  await db.execute(sql`with h as (insert into hubs (uid, number, name) values (gen_random_uuid(), 7, 'Hangar') returning id)
    insert into hub_links (hub_id, secret_hash, node) select id, 'x', gen_random_uuid() from h`);
  await db.execute(sql`insert into sync_rows (table_name, uid, fields, seq, from_node)
    select 'records', r.uid, '{}', 1, l.node from records r, hub_links l where r.id = ${first}`);
  const of = async (record_id: number) => (await ledger('all', { record_id })).items;
  expect(await of(first)).toMatchObject([{ record_id: first, original_elsewhere: true, from_hub: 'Hangar' }]);
  expect(await of(second)).toMatchObject([{ record_id: second, from_hub: null }]);
});

it('what waits comes in the order in which it is sent: wanted first, then small, then recent', async () => {
  const { db } = test.database;
  const { id: clientId } = await addClient(db, { name: 'other', cloudEnabled: true });
  const given = { clientId, source: 'journal', decodeState: 'done' } as const;
  const add = async (basename: string, sizeBytes: number, isFirst = false) => {
    const { id } = await addRecord(db, { ...given, basename, sizeBytes });
    await queueChosen(db, [id], sql`true`, isFirst);
  };
  await db.execute(sql`delete from sync_files`);
  await add('small, old', 5);
  await add('small, recent', 5);
  await add('large', 50);
  await add('large, wanted', 60, true);
  await db.execute(sql`update records set started_at = started_at - interval '1 day' where basename = 'small, old'`);
  const names = (await ledger('waiting')).items.map(({ name }) => name);
  expect(names).toEqual(['large, wanted', 'small, recent', 'small, old', 'large']);
});

it('says why, with what it was about, and that nothing of a club is sent that keeps its originals', async () => {
  const { db } = test.database;
  await db.execute(sql`update sync_files set why_not = 'sync.cloudFailed', why_parameters = '{"code": "413"}'`);
  const reasons = async () => (await ledger('refused')).items.map((record) => record.why_not?.en);
  expect(await reasons()).toEqual(Array(2).fill(expect.stringContaining('with an error (413)')));
  const room = { needed: { fr: '2 Go', en: '2 GB' }, free: { fr: '1 Mo', en: '1 MB' } };
  await db.execute(sql`update sync_files set why_not = 'disk.full', why_parameters = ${JSON.stringify(room)}::jsonb`);
  expect(await reasons()).toEqual(Array(2).fill(expect.stringContaining('2 GB are needed, 1 MB are free')));
  await db.execute(sql`update clients set cloud_enabled = false`);
  expect(await reasons()).toEqual(Array(2).fill(expect.stringContaining('does not send its originals')));
});
