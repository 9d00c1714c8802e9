import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addRecord } from '../../platform/database/testing.ts';
import { deleteRecordsOfClient } from './index.ts';
import { openTestRecords } from './testing.ts';

const { records } = tables;
let hub: Awaited<ReturnType<typeof openTestRecords>>;
beforeAll(async () => {
  hub = await openTestRecords();
});
afterAll(() => hub.close());

async function recordWithFiles(clientId: number, decodeState: 'done' | 'recording' = 'done') {
  const { id, uid } = await addRecord(hub.database.db, { clientId, decodeState });
  await mkdir(hub.folder.signals(uid), { recursive: true });
  await mkdir(hub.folder.uploads, { recursive: true });
  await writeFile(hub.folder.upload(uid), 'T,a\n0,1\n');
  return { uid, id };
}

test('the records of a client go with their files; those of others stay, one being recorded stops it, one whose device is away ends first', async () => {
  const [leaving, staying] = [await hub.addClient('leaving'), await hub.addClient('staying')];
  const gone = [await recordWithFiles(leaving), await recordWithFiles(leaving)];
  const kept = await recordWithFiles(staying);
  expect(await deleteRecordsOfClient(hub.dependencies, leaving)).toBeUndefined();
  expect(gone.flatMap(({ uid }) => [existsSync(hub.folder.upload(uid)), existsSync(hub.folder.signals(uid))])).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(await hub.database.db.$count(records, eq(records.clientId, leaving))).toBe(0);
  expect(existsSync(hub.folder.upload(kept.uid))).toBe(true);
  const running = await recordWithFiles(staying, 'recording');
  hub.beingRecorded.add(running.id);
  expect((await deleteRecordsOfClient(hub.dependencies, staying))?.code).toBe('record.stillRecording');
  expect(existsSync(hub.folder.upload(kept.uid))).toBe(true);
  hub.beingRecorded.clear();
  expect(await deleteRecordsOfClient(hub.dependencies, staying)).toBeUndefined();
  expect(hub.finished).toEqual([running.id]);
});
