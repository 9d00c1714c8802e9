import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { refuse } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, addRecord, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { type DataFolder, dataFolder, stored } from '../../platform/files/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { createLife } from '../../recording/life/index.ts';
import { type Cloud, SyncStopped } from './call-cloud.ts';
import { finishFreeing, freeNext } from './free-files.ts';

const bytes = Buffer.from('T,v\n0,1\n');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const log = createLog('silent');
let test: TestDatabase;
let root: string;
let folder: DataFolder;
let record: { id: number; uid: string; source: string };
beforeEach(async () => {
  test = await openTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'sillage-free-'));
  folder = dataFolder(root);
  const { db } = test.database;
  const given = { basename: 'a', source: 'csv', decodeState: 'done', sizeBytes: 100 } as const;
  record = await addRecord(db, { clientId: (await addClient(db)).id, ...given });
  const path = await pathOfOriginal();
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  await db.execute(sql`insert into sync_files (record_uid, state, size_bytes, sha256, confirmed_sha256, free_asked)
    values (${record.uid}, 'synced', ${bytes.length}, ${sha256}, ${sha256}, true)`);
});
afterEach(async () => {
  await test.close();
  await rm(root, { recursive: true, force: true });
});

const pathOfOriginal = () => folder.files.localPath(stored.source(record));
const isHere = () => folder.files.has(stored.source(record));
const dependencies = () => ({
  ...{ db: test.database.db, folder, log },
  life: createLife({ database: test.database, jobs: { enqueue: () => Promise.reject(new Error('no task')) }, log }),
  removeFiles: (one: { uid: string }) => folder.files.delete(stored.source({ ...record, ...one })),
});
/** A cloud that answers so when it is asked whether it has an original. */
function cloudThat(answer: () => Promise<boolean>): Cloud {
  const none = () => Promise.reject(new Error('not asked'));
  return {
    ...{ get: none, bytes: none, append: none },
    post: async (_path, _body, reply) => reply.parse({ offset: 0, confirmed: await answer() }),
  };
}
const free = (cloud: Cloud) => freeNext(dependencies(), cloud, new Set());
async function kept() {
  const [row] = await test.database.db
    .select()
    .from(tables.syncFiles)
    .where(eq(tables.syncFiles.recordUid, record.uid));
  const [{ decodeState, originalElsewhere } = {}] = await test.database.db.select().from(tables.records);
  return { ...row, decodeState, originalElsewhere };
}

it('what the cloud confirms is taken from here, and its record says that it can come back', async () => {
  expect(await free(cloudThat(async () => true))).toBe(true);
  expect(await isHere()).toBe(false);
  expect(await kept()).toMatchObject({
    state: 'synced',
    freeAsked: false,
    freedAt: expect.any(Date),
    ...{ decodeState: 'error', originalElsewhere: true },
  });
  expect(await test.database.db.select().from(tables.recordErrors)).toHaveLength(1);
  expect(await free(cloudThat(async () => true))).toBe(false);
});

it('what the cloud has lost, or has otherwise, stays and is sent again', async () => {
  await free(cloudThat(async () => false));
  expect(await isHere()).toBe(true);
  expect(await kept()).toMatchObject({ state: 'resend', freeAsked: false, confirmedSha256: null, decodeState: 'done' });
  await test.database.db.execute(
    sql`update sync_files set state = 'synced', free_asked = true, confirmed_sha256 = ${sha256}`,
  );
  await free(cloudThat(() => Promise.reject(new SyncStopped(refuse('sync.otherOriginal')))));
  expect(await isHere()).toBe(true);
  expect(await kept()).toMatchObject({ state: 'resend', freeAsked: false, decodeState: 'done' });
});

it('an original that grows while the cloud is asked stays whole', async () => {
  await free(
    cloudThat(async () => {
      await appendFile(await pathOfOriginal(), '0.01,2\n');
      return true;
    }),
  );
  expect(await isHere()).toBe(true);
  expect(await kept()).toMatchObject({ freedAt: null, decodeState: 'done' });
});

it('what somebody marks as a favourite while the cloud is asked stays', async () => {
  await free(
    cloudThat(async () => {
      await test.database.db.update(tables.records).set({ favorite: true });
      return true;
    }),
  );
  expect(await isHere()).toBe(true);
  expect(await kept()).toMatchObject({ freedAt: null, decodeState: 'done' });
});

it('a cut takes nothing away and forgets nothing: it is tried again', async () => {
  const cut = cloudThat(() => Promise.reject(new SyncStopped(refuse('sync.unreachable'))));
  await expect(free(cut)).rejects.toBeInstanceOf(SyncStopped);
  expect(await isHere()).toBe(true);
  expect(await kept()).toMatchObject({ state: 'synced', freeAsked: true, freedAt: null });
});

it('a program that was killed before it had deleted what was freed does so at its next start', async () => {
  await test.database.db.execute(sql`update sync_files set free_asked = false, freed_at = now()`);
  await test.database.db.update(tables.records).set({ decodeState: 'error' });
  await finishFreeing(dependencies());
  expect(await isHere()).toBe(false);
});
