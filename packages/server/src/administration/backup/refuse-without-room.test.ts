import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRecord } from '../../platform/database/testing.ts';
import { type DiskLedger, openDiskLedger, thresholdsOf } from '../../platform/disk/index.ts';
import { openTestRecords } from '../../recording/records/testing.ts';
import { openTestBackups } from './open-test-backups.ts';

const recordUid = '01890000-0000-7000-8000-000000000001';
/** Bytes of the record's file, which no compression makes fewer. */
const fileBytes = 3e6;
const totalBytes = 8e9;

let room: Awaited<ReturnType<typeof openTestRecords>>;
let clientId: number;
const ledgers: DiskLedger[] = [];

beforeAll(async () => {
  room = await openTestRecords();
  clientId = await room.addClient('one');
  await addRecord(room.database.db, { uid: recordUid, clientId, decodeState: 'error' });
  await mkdir(room.folder.uploads, { recursive: true });
  await writeFile(room.folder.upload(recordUid), randomBytes(fileBytes));
});
afterAll(async () => {
  for (const ledger of ledgers) ledger.close();
  await room.close();
});

/** Backups on a disk with so much room beyond what is kept for records; no time passes, so it is measured once. */
async function withRoom(bytes: number) {
  const freeBytes = thresholdsOf(totalBytes).lowBytes + bytes;
  const measure = async () => ({ totalBytes, freeBytes });
  const disk = await openDiskLedger({ measure, monotonicMs: () => 0, log: room.log }, { everyMs: 1e9 });
  ledgers.push(disk);
  const backups = openTestBackups({ ...room, life: room.dependencies.life, disk });
  return { disk, backups, back: () => backups.back({ client_id: clientId }) };
}

const left = async () => (await readdir(room.folder.temporary)).filter((name) => !name.startsWith('upload-'));
const full = { refusal: { code: 'disk.full', status: 507 } };

test.each([
  ['before it begins', 0.5e6],
  ['as it grows', 2e6],
])(
  'a backup for which there is no room %s is refused, leaves nothing, and gives back what it had',
  async (_, bytes) => {
    const { disk, backups, back } = await withRoom(bytes);
    await expect(back()).rejects.toMatchObject(full);
    expect(await left()).toEqual([]);
    expect(disk.report().reservedBytes.task).toBe(0);
    expect(backups.messages.map(({ type }) => type)).not.toContain('SUCCESS');
  },
);

test('a restore for which there is no room is refused before anything of the server is touched', async () => {
  const { path } = await (await withRoom(1e9)).back();
  const { disk, backups } = await withRoom(fileBytes);
  const before = await backups.look();
  await expect(backups.restore(path)).rejects.toMatchObject(full);
  expect(await backups.look()).toEqual(before);
  expect(await left()).toEqual([]);
  expect(disk.report().reservedBytes.task).toBe(0);
});

test('a restore whose rows fill the disk of the database ends with that sentence: it does not begin again by itself', async () => {
  const { path } = await (await withRoom(1e9)).back();
  const { disk } = await withRoom(1e9);
  const cause = Object.assign(new Error('could not extend file'), { code: '53100' });
  const life = {
    ...room.dependencies.life,
    inTransaction: () => Promise.reject(new Error('Failed query', { cause })),
  };
  await expect(openTestBackups({ ...room, life, disk }).restore(path)).rejects.toMatchObject(full);
  expect(await left()).toEqual([]);
});

test('with room for what they write, both go through and keep nothing reserved', async () => {
  const first = await withRoom(20e6);
  const { path } = await first.back();
  expect(first.disk.report().reservedBytes.task).toBe(0);
  const { disk, backups } = await withRoom(fileBytes + 1e6);
  await backups.restore(path);
  expect(backups.messages.map(({ type }) => type)).toContain('SUCCESS');
  expect(disk.report().reservedBytes.task).toBe(0);
});
