import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentHubKey } from '../../administration/tenancy/index.ts';
import { tables } from '../../platform/database/index.ts';
import { addClient, addRecord, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { type DataFolder, dataFolder, stored } from '../../platform/files/index.ts';
import { cancelChosen } from '../people/choose-records.ts';
import { type Cloud, SyncStopped } from './call-cloud.ts';
import { noteChanged, queueRecords, sendNext } from './send-files.ts';

let test: TestDatabase;
let root: string;
let folder: DataFolder;
let record: { uid: string; source: string };
beforeEach(async () => {
  test = await openTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'sillage-send-'));
  folder = dataFolder(root);
  const { db } = test.database;
  const { id: clientId } = await addClient(db, { cloudEnabled: true });
  record = await addRecord(db, { clientId, basename: 'a', source: 'journal', decodeState: 'done', sizeBytes: 10 });
  const path = await folder.files.localPath(stored.source(record));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.alloc(10));
  await db.execute(sql`insert into sync_files (record_uid, state, size_bytes, sent_bytes, confirmed_sha256)
    values (${record.uid}, 'synced', 10, 10, ${'0'.repeat(64)})`);
});
afterEach(async () => {
  await test.close();
  await rm(root, { recursive: true, force: true });
});

const grow = async () => writeFile(await folder.files.localPath(stored.source(record)), Buffer.alloc(16));
const state = async () => (await test.database.db.select().from(tables.syncFiles))[0]?.state;
const dependencies = () => ({ db: test.database.db, folder });
const sendingOf = (pieceBytes: number) => ({
  ...dependencies(),
  rate: { bytesPerSecond: () => null, moved: () => Promise.resolve() },
  pieces: { bytes: () => pieceBytes, arrived: () => {}, broke: () => {} },
  ...{ monotonicMs: () => 0, ending: new AbortController().signal },
});

it('an original that its device went on with is sent again once it is decoded; decoded anew alone, it is not', async () => {
  await noteChanged(dependencies(), record.uid);
  expect(await state()).toBe('synced');
  await grow();
  await noteChanged(dependencies(), record.uid);
  expect(await state()).toBe('resend');
});

it('one that was freed here is not taken for another one', async () => {
  await test.database.db.execute(sql`update sync_files set freed_at = now()`);
  await test.database.db.update(tables.records).set({ decodeState: 'repairing' });
  await grow();
  await noteChanged(dependencies(), record.uid);
  await queueRecords(dependencies(), new Set());
  expect(await state()).toBe('synced');
});

it('one whose original is not here is looked for once a round, and keeps no older one out', async () => {
  const { db } = test.database;
  await db.execute(sql`insert into hubs (uid, number, name, auto_send) values (gen_random_uuid(), 7, 'hub', true)`);
  await db.execute(sql`insert into settings (key, value) select ${currentHubKey}, to_jsonb(id) from hubs`);
  await db.execute(sql`delete from sync_files`);
  // As many as are looked at at once, all of them newer.
  await db.execute(sql`insert into records (uid, client_id, basename, source, decode_state, start_us, started_at, timezone)
    select gen_random_uuid(), client_id, 'only a row', 'csv', 'error', start_us, started_at + interval '1 day', timezone
    from records, generate_series(1, 500)`);
  const opened: string[] = [];
  const open: typeof folder.files.open = (name) => {
    opened.push(name);
    return folder.files.open(name);
  };
  const files = { ...folder.files, open };
  const absent = new Set<string>();
  const queue = () => queueRecords({ db, folder: { files } }, absent);
  await queue();
  expect(await state()).toBe('needs_sending');
  await queue();
  expect(opened).toHaveLength(501);
});

it('one that somebody takes out of what is sent while it is under way ends there, and keeps what has arrived', async () => {
  const { db } = test.database;
  await db.execute(sql`update sync_files set state = 'needs_sending', sent_bytes = 0, confirmed_sha256 = null`);
  let pieces = 0;
  const none = () => Promise.reject(new Error('not asked'));
  const cloud: Cloud = {
    ...{ get: none, bytes: none },
    post: async (_, __, reply) => reply.parse({ offset: 0, confirmed: false }),
    append: async (_, { offset }, reply) => {
      pieces += 1;
      const ids = (await db.select().from(tables.records)).map(({ id }) => id);
      if (pieces === 2) await cancelChosen(db, ids, sql`true`);
      return reply.parse({ offset: offset + 2, confirmed: false });
    },
  };
  const sending = sendingOf(2);
  expect(await sendNext(sending, cloud, new Set())).toBe(true);
  expect(pieces).toBe(2);
  const [file] = await db.select().from(tables.syncFiles);
  expect(file).toMatchObject({ whyNot: 'sync.withheld', sentBytes: 2 });
  expect(await sendNext(sending, cloud, new Set())).toBe(false);
});

it('an original that cannot be read keeps no other one here', async () => {
  const { db } = test.database;
  await db.execute(sql`update sync_files set state = 'needs_sending', sent_bytes = 0, confirmed_sha256 = null`);
  const broken = new Error('EIO');
  let reads = 0;
  const open: typeof folder.files.open = async (name) => {
    const file = await folder.files.open(name);
    reads += 1;
    // It is there, and its hash was read; then its disk fails.
    if (file && reads > 2) file.read = () => failing(broken);
    return file;
  };
  const none = () => Promise.reject(new Error('not asked'));
  const cloud: Cloud = {
    ...{ get: none, bytes: none },
    post: async (_, __, reply) => reply.parse({ offset: 0, confirmed: false }),
    append: async (_, { bytes }) => {
      await buffer(bytes).catch(() => {});
      throw new SyncStopped(refuse('sync.unreachable'));
    },
  };
  expect(await sendNext({ ...sendingOf(2), folder: { files: { ...folder.files, open } } }, cloud, new Set())).toBe(
    true,
  );
  const [file] = await db.select().from(tables.syncFiles);
  expect(file).toMatchObject({ whyNot: 'sync.noOriginal' });
});

it.each([
  ['the link broke', refuse('sync.unreachable'), 1],
  ['a proxy takes none as large', refuse('sync.cloudFailed', { code: '413' }), 1],
  ['the cloud failed', refuse('sync.cloudFailed', { code: '500' }), 0],
])('the next piece is a smaller one where %s', async (_, refusal, expected) => {
  await test.database.db.execute(sql`update sync_files set state = 'needs_sending', confirmed_sha256 = null`);
  const broke = vi.fn();
  const none = () => Promise.reject(new Error('not asked'));
  const cloud: Cloud = {
    ...{ get: none, bytes: none },
    post: async (_, __, reply) => reply.parse({ offset: 0, confirmed: false }),
    append: () => Promise.reject(new SyncStopped(refusal)),
  };
  const pieces = { ...sendingOf(2).pieces, broke };
  await expect(sendNext({ ...sendingOf(2), pieces }, cloud, new Set())).rejects.toThrow(SyncStopped);
  expect(broke).toHaveBeenCalledTimes(expected);
});

const failing = (problem: Error) =>
  new Readable({
    read() {
      this.destroy(problem);
    },
  });
