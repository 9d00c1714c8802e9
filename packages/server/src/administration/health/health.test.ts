import { Health } from '@sillage/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { type Authenticate, createHttp, type Http } from '../../platform/http/index.ts';
import { createLog } from '../../platform/log/index.ts';
import type { TallyRow } from '../../platform/tally/index.ts';
import { ensureHomeClient } from '../clients/index.ts';
import { createDevice } from '../devices/index.ts';
import { healthRoutes } from './index.ts';

const { database, folder, close } = await openTestDatabase();
const { db } = database;
const mini = 20_200_052;
let http: Http;
let rows: TallyRow[];
let missing: Health['missing'];
let clockMs = Date.UTC(2026, 5, 1);
const journals = { open: 12, unsyncedMs: 800, worstUnsyncedMs: 1234, full: 0, failing: 1 };

beforeAll(async () => {
  await createDevice(db, { number: mini, name: 'Mini 0052', clientId: await ensureHomeClient(db), groupId: null });
  const clock = { nowMs: () => clockMs, monotonicMs: () => clockMs };
  const log = createLog('silent');
  const { disk } = await openTestDisk();
  const principalOf = (role: 'Admin' | 'Coach') => ({ userId: 1, clientId: 1, roles: [role], groupIds: [] });
  const authenticate: Authenticate = async (value) => principalOf(value === 'Bearer admin' ? 'Admin' : 'Coach');
  const around = { webRoot: folder.temporary, temporaryFolder: folder.temporary };
  http = await createHttp({ log, clock, version: '1', authenticate, disk, ...around });
  healthRoutes(http.serve, {
    ...{ db, clock, version: '9.9.9', disk, tally: { rows: () => rows } },
    crashes: { count: 2, lastMs: Date.UTC(2026, 4, 31) },
    missing: async () => missing,
    journals: () => journals,
  });
  clockMs += 90_000;
});
afterAll(async () => {
  await http.close();
  await close();
});
beforeEach(() => {
  [rows, missing] = [[], []];
});

const ask = async (url: string, who?: string) => {
  const headers = who === undefined ? {} : { authorization: `Bearer ${who}` };
  const answer = await http.app.inject({ method: 'GET', url: `/api${url}`, headers });
  return { status: answer.statusCode, body: answer.json() };
};

test('strangers and people other than administrators get the plain answer, also when they ask for more', async () => {
  for (const who of [undefined, 'coach']) {
    expect(await ask('/health', who)).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await ask('/health?details', who)).toEqual({ status: 200, body: { status: 'ok' } });
  }
  expect((await ask('/health/details')).status).toBe(401);
  expect((await ask('/health/details', 'coach')).status).toBe(403);
});

test('administrators get what was measured', async () => {
  const { body } = await ask('/health?details', 'admin');
  expect(Health.parse(body.details)).toMatchObject({
    version: '9.9.9',
    uptime: 90,
    started: new Date(clockMs - 90_000).toISOString(),
    crashes: { count: 2, last: '2026-05-31T00:00:00.000Z' },
    missing: [],
    journals: { open: 12, unsynced: 0.8, worst_unsynced: 1.234, full: 0, failing: 1 },
    last_backup: null,
    counts: [],
  });
  expect(body.details.disk.total_bytes).toBeGreaterThan(0);
  expect((await ask('/health', 'admin')).body).toEqual({ status: 'ok' });
  expect((await ask('/health/details', 'admin')).body).toEqual(body.details);
});

test('what was refused is named by its device, the most first; numbers that strangers make up have no name', async () => {
  const row = (what: TallyRow['what'], device: number | null, count: number, reason: string | null = null) => ({
    ...{ what, device, count, reason },
    lastMs: clockMs,
  });
  rows = [
    row('meta.refused', mini, 3, 'columns.0.unit'),
    row('connection.takenOver', 4_000_000_000, 12),
    row('login.refused', null, 7),
  ];
  const { body } = await ask('/health/details', 'admin');
  expect(Health.parse(body).counts).toMatchObject([
    { what: 'connection.takenOver', device: 4_000_000_000, device_name: null, count: 12 },
    { what: 'login.refused', device: null, device_name: null, count: 7 },
    { what: 'meta.refused', device: mini, device_name: 'Mini 0052', count: 3, reason: 'columns.0.unit' },
  ]);
});

test('numbers that strangers make up hide nothing of our devices', async () => {
  rows = Array.from({ length: 1000 }, (_, n) => ({
    ...{ what: 'login.refused', device: 30_000_000 + n, count: 9, lastMs: clockMs, reason: null },
  }));
  rows.push({ what: 'block.refused', device: mini, count: 1, lastMs: clockMs, reason: 'crc' });
  const { body } = await ask('/health/details', 'admin');
  const { counts } = Health.parse(body);
  expect(counts.length).toBeLessThan(500);
  expect(counts.at(-1)).toMatchObject({ what: 'block.refused', device_name: 'Mini 0052' });
});

test('the last backup is the newest that was written, of a client or of all', async () => {
  const task = { name: 'backup.export', args: {}, executing: 3 };
  await db.insert(tables.tasks).values([
    { ...task, endedAt: new Date(1000) },
    { ...task, endedAt: new Date(3000) },
    { ...task, executing: 4, endedAt: new Date(5000) },
  ]);
  const { body } = await ask('/health/details', 'admin');
  expect(Health.parse(body).last_backup).toEqual({ date: new Date(3000).toISOString(), whole: true });
});

test('while the database is away, what is here is told', async () => {
  missing = ['database'];
  rows = [{ what: 'login.refused', device: mini, count: 1, lastMs: 1, reason: null }];
  const { status, body } = await ask('/health/details', 'admin');
  expect([status, Health.parse(body).missing, body.last_backup]).toEqual([200, ['database'], null]);
  expect((await ask('/health?ready')).status).toBe(503);
});
