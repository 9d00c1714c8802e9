import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { api, type BufferKept } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { addClient, addDevice, addUser, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { openTestRoutes } from '../../platform/http/testing.ts';
import { createJobs } from '../../platform/jobs/index.ts';
import { type JournalEntry, readJournal } from '../journal/index.ts';
import { createLife } from '../life/index.ts';
import { visibleTo } from '../records/index.ts';
import { bufferRoutes } from './index.ts';
import { openTestBuffer, type TestBuffer } from './open-test-buffer.ts';

let database: TestDatabase;
let disk: Awaited<ReturnType<typeof openTestDisk>>;
let test: TestBuffer;
let mayCopy: boolean;
let coachId: number;
let athleteId: number;
let ask: ReturnType<typeof openTestRoutes>['ask'];

beforeEach(async () => {
  database = await openTestDatabase();
  const { folder } = database;
  await folder.prepare();
  disk = await openTestDisk();
  mayCopy = true;
  test = openTestBuffer({ folder: folder.buffer, disk: disk.disk });
  const { db } = database.database;
  const { id: clientId } = await addClient(db);
  athleteId = (await addUser(db, { clientId })).id;
  coachId = (await addUser(db, { clientId, roles: ['Coach'] })).id;
  const { number } = test.device;
  const { id: deviceId } = await addDevice(db, { clientId, number, userIds: [athleteId] });
  Object.assign(test.device, { clientId, deviceId, wornBy: [athleteId] });
  openRoutes();
  await test.buffer.start();
  await listens(true);
});
afterEach(async () => {
  await test.buffer.stop();
  await database.close();
});

let told: object[] = [];
/** Of the buffer that there is now. */
function openRoutes(): void {
  const { folder } = database;
  const routes = openTestRoutes(folder.temporary);
  ask = routes.ask;
  const { clock, buffer } = test;
  const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log };
  const jobs = createJobs({ database: database.database, folder, clock: systemClock, log });
  const life = createLife({ database: database.database, jobs, log });
  told = [];
  life.onChanged((change) => told.push(change));
  bufferRoutes(routes.serve, {
    ...{ database: database.database, folder, clock, log, buffer, visibleTo, life },
    disk: { mayJournal: () => mayCopy },
    rulesOf: async () => test.rules,
    findDevices: async () => [{ id: test.device.deviceId, number: test.device.number, clientId: test.device.clientId }],
  });
}

const listens = (yes: boolean) =>
  vi.waitFor(() => expect(test.tap.isHeard(test.device.number)).toBe(yes), { timeout: 5000 });
const files = (folder: string) => readdir(folder);
const own = () => test.buffer.segmentsOf({ ...test.device, id: test.device.deviceId });

/** Sends, and answers once all of it is in files. */
async function sent(blocks: number): Promise<number> {
  const before = own().length;
  const fromMs = test.send(1);
  await vi.waitFor(() => expect(own().at(-1)?.toMs).toBe(test.clock.nowMs()));
  test.send(blocks - 1);
  expect(own().length - before).toBeLessThanOrEqual(1);
  return fromMs;
}

async function keep(fromMs: number, toMs: number, userId = coachId): Promise<BufferKept[number]> {
  const { clientId } = test.device;
  const roles = userId === coachId ? (['Coach'] as const) : (['Athlete'] as const);
  const answer = await ask(
    api.keepOfBuffer,
    { userId, clientId, groupIds: [], roles: [...roles] },
    {
      params: { clientId },
      body: {
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        device_numbers: [test.device.number],
      },
    },
  );
  const [kept] = api.keepOfBuffer.reply.parse(answer);
  if (kept === undefined) throw new Error('nothing was answered');
  return kept;
}

async function entriesOf(path: string): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  for await (const entry of readJournal(path)) found.push(entry);
  return found;
}

/** The next start of the program, at the same moment. */
async function startAgain(meanwhile?: () => Promise<void>): Promise<void> {
  const { clientId, deviceId } = test.device;
  const nowMs = test.clock.nowMs();
  await test.buffer.stop();
  await meanwhile?.();
  test = openTestBuffer({ folder: database.folder.buffer, disk: disk.disk });
  Object.assign(test.device, { clientId, deviceId });
  test.pass(nowMs - test.clock.nowMs());
  openRoutes();
  await test.buffer.start();
  await listens(true);
}

const asCoach = () => ({ userId: coachId, clientId: test.device.clientId, groupIds: [], roles: ['Coach' as const] });

/** Of each stretch of time of which there is a level: % */
async function levels(): Promise<number[]> {
  const answer = await ask(api.readBuffer, asCoach(), { params: { clientId: test.device.clientId } });
  const { movement } = api.readBuffer.reply.parse(answer);
  expect(movement.every).toBe(30);
  return movement.levels.filter((one) => one !== null);
}

it('says when a device moved, also after the next start, and nothing of what was emptied', async () => {
  await sent(300);
  test.send(100, 5);
  test.send(200, 0.1);
  test.send(300, 2);
  test.send(1);
  expect(await levels()).toEqual([0, 100, 40]);
  const folder = database.folder.buffer;
  const [file = ''] = (await files(folder)).filter((name) => name.endsWith('.levels'));
  await startAgain(() => appendFile(join(folder, file), 'as a kill leaves it'.slice(0, 3)));
  expect(await levels()).toEqual([0, 100, 40, 28]);
  test.send(100, 5);
  await startAgain();
  expect(await levels()).toEqual([0, 100, 40, 100]);
  await ask(api.forgetBuffer, asCoach(), { params: { clientId: test.device.clientId }, body: {} });
  expect(await levels()).toEqual([]);
  expect((await files(folder)).filter((name) => name.endsWith('.levels'))).toEqual([]);
});

it('leaves nothing behind and lets devices rest while the disk has no room, and goes on after', async () => {
  const { folder } = database;
  await sent(20);
  disk.room.freeBytes = 1e6;
  await disk.disk.measure();
  // Before the next look it still listens; a new file is due with each of these.
  for (let i = 0; i < 20; i++) {
    test.pass(6000);
    test.send(1);
    await vi.waitFor(async () => expect((await files(folder.buffer)).length).toBeLessThanOrEqual(1));
  }
  await listens(false);
  await vi.waitFor(async () => expect(await files(folder.buffer)).toEqual([]), { timeout: 5000 });
  disk.room.freeBytes = 1e12;
  await disk.disk.measure();
  await listens(true);
  test.pass(60_000);
  await sent(5);
});

it('switched off it does not listen, and what was kept is gone', async () => {
  await sent(20);
  test.rules.isOn = false;
  await listens(false);
  await vi.waitFor(async () => expect(await files(database.folder.buffer)).toEqual([]), { timeout: 5000 });
});

it('a device that began anew makes another record: each has one time axis', async () => {
  const { db } = database.database;
  const fromMs = await sent(50);
  test.startAgain();
  await sent(30);
  const kept = await keep(fromMs, test.clock.nowMs());
  expect(kept).toMatchObject({ selections: [], record_ids: [expect.any(Number), expect.any(Number)] });
  const rows = await db.select().from(tables.records).orderBy(tables.records.startedAt);
  expect(rows.map(({ durationSeconds }) => durationSeconds)).toEqual([5, 3]);
  expect(rows.map(({ startedAt }) => startedAt.getTime())).toEqual([fromMs, fromMs + 5000]);
  for (const { uid, startUs } of rows) {
    const blocks = (await entriesOf(database.folder.journal(uid))).filter((one) => one.kind === 'block');
    expect(blocks.map(({ header }) => header.sequence)).toEqual(blocks.map((_, i) => i));
    expect(Math.min(...blocks.map(({ header }) => header.firstSampleUs))).toBe(startUs);
  }
});

it('two who ask at once get one record; the second a selection of it', async () => {
  const fromMs = await sent(50);
  const [first, second] = await Promise.all([1, 2].map(() => keep(fromMs, test.clock.nowMs())));
  expect(first).toMatchObject({ record_ids: [expect.any(Number)], selections: [] });
  expect(second).toMatchObject({ record_ids: [], selections: [{ num: 1 }] });
  expect(told).toContainEqual(expect.objectContaining({ reason: 'selected' }));
});

it('of a record that the asker may not see nobody hears, and nothing is written into it', async () => {
  const { db } = database.database;
  const { clientId, deviceId } = test.device;
  const fromMs = await sent(50);
  const other = await addUser(db, { clientId });
  const about = { uid: crypto.randomUUID(), clientId, deviceId, basename: 'x', source: 'journal' as const, startUs: 0 };
  const state = { decodeState: 'done' as const, startedAt: new Date(fromMs), durationSeconds: 5 };
  const [row] = await db
    .insert(tables.records)
    .values({ ...about, ...state })
    .returning();
  await db.insert(tables.recordUsers).values({ recordId: row?.id ?? 0, userId: other.id });
  expect(await keep(fromMs, test.clock.nowMs(), athleteId)).toMatchObject({ code: 'buffer.nothingThen' });
  expect(await db.$count(tables.selections)).toBe(0);
  expect(await keep(fromMs, test.clock.nowMs())).toMatchObject({ selections: [{ record_id: row?.id, num: 1 }] });
});

it('is of who wore the device then, however soon it went on, also after the next start', async () => {
  const { db } = database.database;
  const { clientId, deviceId } = test.device;
  const later = await addUser(db, { clientId });
  const fromMs = await sent(50);
  test.device.wornBy = [later.id];
  await db.update(tables.deviceUsers).set({ userId: later.id }).where(eq(tables.deviceUsers.deviceId, deviceId));
  await sent(50);
  await startAgain();
  const ownersOf = async (kept: BufferKept[number]) => {
    const ids = 'record_ids' in kept ? kept.record_ids : [];
    const rows = await Promise.all(
      ids.map((id) => db.select().from(tables.recordUsers).where(eq(tables.recordUsers.recordId, id))),
    );
    return rows.map((own) => own.map(({ userId }) => userId));
  };
  // Another's is not given to who wears it now, nor made by them.
  expect(await keep(fromMs, fromMs + 4000, later.id)).toMatchObject({ code: 'buffer.nothingThen' });
  expect(await ownersOf(await keep(fromMs, test.clock.nowMs()))).toEqual([[athleteId], [later.id]]);
});

it('a device that went to another client takes nothing of the first one there', async () => {
  const { db } = database.database;
  const fromMs = await sent(50);
  await keep(fromMs, fromMs + 2000);
  const { id } = await addClient(db);
  test.device.clientId = id;
  await db.update(tables.devices).set({ clientId: id });
  expect(await keep(fromMs, test.clock.nowMs())).toMatchObject({ code: 'buffer.nothingThen' });
  await vi.waitFor(async () => expect(await files(database.folder.buffer)).toEqual([]), { timeout: 5000 });
});

it('a disk without room refuses, and leaves no journal behind', async () => {
  const fromMs = await sent(50);
  mayCopy = false;
  expect(await keep(fromMs, test.clock.nowMs())).toMatchObject({ code: 'disk.full' });
  expect((await files(database.folder.journals)).filter((name) => name.endsWith('.journal'))).toEqual([]);
  expect(await database.database.db.$count(tables.records)).toBe(0);
});

it('a file that is deleted while somebody asks for it is not there', async () => {
  const fromMs = await sent(50);
  for (const { path } of own()) await rm(path);
  expect(await keep(fromMs, test.clock.nowMs())).toMatchObject({ code: 'buffer.nothingThen' });
});

it('killed, it loses no block that it took, and its next start makes a record of them', async () => {
  const { folder } = database;
  await test.buffer.stop();
  const script = fileURLToPath(new URL('run-buffer-to-be-killed.ts', import.meta.url));
  const { clientId, deviceId } = test.device;
  const given = [script, folder.buffer, String(clientId), String(deviceId)];
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  let taken = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const isFirst = taken === 0;
    taken = Number(line);
    if (isFirst) setTimeout(() => child.kill('SIGKILL'), Math.random() * 200);
  }
  await gone;
  expect(taken).toBeGreaterThan(0);
  test = openTestBuffer({ folder: folder.buffer, disk: disk.disk });
  Object.assign(test.device, { clientId, deviceId });
  openRoutes();
  await test.buffer.start();
  const fromMs = own()[0]?.fromMs ?? 0;
  expect(await keep(fromMs - 1000, fromMs + 3_600_000)).toMatchObject({ record_ids: [expect.any(Number)] });
  const [record] = await database.database.db.select().from(tables.records);
  const blocks = (await entriesOf(folder.journal(record?.uid ?? ''))).filter((one) => one.kind === 'block');
  expect(blocks.length).toBeGreaterThanOrEqual(taken);
  expect(blocks.map(({ header }) => header.sequence)).toEqual(blocks.map((_, i) => i));
});
