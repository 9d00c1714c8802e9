import { appendFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LogLine, LogQuery, type Role, refuse } from '@sillage/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { dataFolder } from '../../platform/files/index.ts';
import { createHttp, type Http } from '../../platform/http/index.ts';
import { createLog, type OpenLog } from '../../platform/log/index.ts';
import { logRoutes } from './index.ts';
import { readLog } from './read-log.ts';

let root: string;
let database: TestDatabase['database'];
let closeDatabase: () => Promise<void>;
let http: Http;
let log: OpenLog;
let file: string;
let nowMs: number;
let counted: string[];

beforeAll(async () => {
  ({ database, close: closeDatabase } = await openTestDatabase());
});
afterAll(() => closeDatabase());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-logs-'));
  const folder = dataFolder(root);
  file = folder.logFile;
  log = createLog('debug', file);
  http = await createHttp({
    log: createLog('silent'),
    clock: systemClock,
    version: '1',
    authenticate: async (value) => {
      const guest = /^Bearer person (\d+)$/.exec(value)?.[1];
      if (guest !== undefined) return { userId: Number(guest), clientId: 1, roles: ['Athlete'], groupIds: [] };
      const role = ({ 'Bearer admin': 'Admin', 'Bearer manager': 'Manager' } as Record<string, Role>)[value];
      return role ? { userId: 7, clientId: 1, roles: [role], groupIds: [] } : refuse('session.expired');
    },
    webRoot: root,
    temporaryFolder: folder.temporary,
    disk: (await openTestDisk()).disk,
  });
  nowMs = 0;
  counted = [];
  const clock = { ...systemClock, monotonicMs: () => nowMs };
  const db = database.db;
  logRoutes(http.serve, { db, folder, log, clock, tally: { count: (what) => void counted.push(what) } });
});
afterEach(async () => {
  await http.close();
  await rm(root, { recursive: true, force: true });
});

const say = (body: object, authorization?: string) =>
  http.app.inject({ method: 'POST', url: '/api/front/logs', body, headers: authorization ? { authorization } : {} });
const get = (url: string, who = 'admin') =>
  http.app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: `Bearer ${who}` } });
const lines = async (query = ''): Promise<LogLine[]> => (await get(`/logs?level=debug&${query}`)).json().lines;
/** The log reaches the disk a moment after it was written. */
const written = (count: number) => vi.waitFor(async () => expect(await lines()).toHaveLength(count));
const uid = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
async function insertClub(n: number): Promise<number> {
  const values = { uid: uid(n), name: `club ${n}`, displayName: 'Club' };
  const [club] = await database.db.insert(tables.clients).values(values).returning();
  return club?.id ?? 0;
}
const everything = { keeps: () => true, limit: 2000 };

it('takes what went wrong in a browser, from strangers too, and says who it was when it is known', async () => {
  expect((await say({ level: 'error', message: 'Error when parsing other_data', meta: { raw: '{' } })).statusCode).toBe(
    204,
  );
  expect((await say({ level: 'info', message: 'hello' }, 'Bearer manager')).statusCode).toBe(204);
  await written(2);
  expect(await lines()).toMatchObject([
    { level: 'error', source: 'web', message: 'Error when parsing other_data', fields: { meta: { raw: '{' } } },
    { level: 'info', source: 'web', message: 'hello', fields: { userId: 7 } },
  ]);
});

it('lets nobody forge a line, fill the disk or write a secret', async () => {
  const token = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl';
  await say({ level: 'error', message: `a\n{"level":50,"msg":"forged"}\u001b[31m ${token}` });
  await say({ level: 'error', message: `at /login/reset-password/tok-123?x`, meta: { a: { Password: 'hunter2' } } });
  await say({ level: 'error', message: 'big', meta: { text: 'x'.repeat(50_000) } });
  await written(3);
  expect((await stat(file)).size).toBeLessThan(12_000);
  const text = await readFile(file, 'utf8');
  expect(text.trim().split('\n')).toHaveLength(3);
  for (const secret of [token, 'tok-123', 'hunter2', '\u001b', '\\u001b']) expect(text).not.toContain(secret);
  expect((await say({ level: 'error', message: 'x'.repeat(4001) })).statusCode).toBe(422);
});

it('never holds the secrets that the program itself logs', async () => {
  log.error(
    { password: 's3cret', user: { token: 's3cret', deep: { refresh_token: 's3cret' } } },
    'a message could not be taken',
  );
  await written(1);
  expect(await readFile(file, 'utf8')).not.toContain('s3cret');
});

it('keeps by level, source and text, the newest ones, and is for administrators only', async () => {
  log.debug({ room: 'ingest' }, 'the database is away');
  log.quote('info', { place: 'Élan' }, 'two');
  log.quote('warn', {}, 'three');
  await say({ level: 'warning', message: 'four' });
  await written(4);
  const messages = async (query: string) => (await get(`/logs?${query}`)).json().lines.map((l: LogLine) => l.message);
  expect(await messages('')).toEqual(['two', 'three', 'four']);
  expect(await messages('level=warning&source=server')).toEqual(['three']);
  expect(await messages('source=web')).toEqual(['four']);
  expect(await messages('search=élan')).toEqual(['two']);
  expect(await messages('level=debug&limit=2')).toEqual(['three', 'four']);
  expect((await get('/logs', 'manager')).statusCode).toBe(403);
  expect((await get('/logs/file', 'manager')).statusCode).toBe(403);
});

it('says in both languages what happened, with the device and its athletes by name, and finds it by either', async () => {
  log.info({ device: 20200015, deviceName: 'Skiff', athletes: ['Camille Le Goff'] }, 'a device is connected');
  log.info({ device: 20200015 }, 'a device is away');
  await written(2);
  expect(await lines()).toMatchObject([
    {
      code: 'device.connected',
      message: 'a device is connected',
      text: { fr: 'Skiff (Camille Le Goff) est connecté', en: 'Skiff (Camille Le Goff) is connected' },
    },
    { code: 'device.away', text: { fr: 'Mini 0015 n’est plus là', en: 'Mini 0015 is away' } },
  ]);
  expect(await lines(`search=${encodeURIComponent('le goff) est conn')}`)).toHaveLength(1);
});

it('says what an older version wrote, and what a browser quotes as it was said', async () => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '{"level":30,"time":1,"device":10200042,"msg":"a device is connected"}\n');
  await say({ level: 'info', message: 'a device is connected' });
  await written(2);
  expect(await lines()).toMatchObject([
    { code: 'device.connected', text: { fr: 'Maxi 0042 est connecté' } },
    { code: null, source: 'web', text: { fr: 'a device is connected', en: 'a device is connected' } },
  ]);
});

it('names the device and the athletes of a line that has only the number of a record', async () => {
  const { db } = database;
  const clientId = await insertClub(7);
  const [device] = await db
    .insert(tables.devices)
    .values({ uid: uid(2), number: 20200016, name: 'Skiff 2', clientId, secretHash: 'x' })
    .returning();
  const [record] = await db
    .insert(tables.records)
    .values({
      ...{ uid: uid(3), clientId, deviceId: device?.id ?? 0, source: 'journal', basename: 'x', startUs: 0 },
      ...{ startedAt: new Date(0), decodeState: 'done' },
    })
    .returning();
  const [athlete] = await db
    .insert(tables.users)
    .values({ uid: uid(4), clientId, mail: 'sacha@club.fr', firstname: 'Sacha', lastname: 'Roy' })
    .returning();
  const recordId = record?.id ?? 0;
  await db.insert(tables.recordUsers).values({ recordId, userId: athlete?.id ?? 0 });
  log.info({ recordId }, 'a record was deleted while it was decoded');
  log.warn({ device: 20200016, problem: 'x' }, 'a device could not be cut');
  log.info({ recordId: recordId + 1 }, 'a record was deleted while it was decoded');
  await written(3);
  expect((await lines()).map(({ text }) => text.en)).toEqual([
    `Record no. ${recordId}, Skiff 2 (Sacha Roy) was deleted while it was decoded`,
    'The connection of Skiff 2 could not be cut',
    `Record no. ${recordId + 1} was deleted while it was decoded`,
  ]);
});

it('finds a line by the names that it is shown with, in steps too, and nothing by those of others', async () => {
  const clientId = await insertClub(1);
  await database.db.insert(tables.devices).values([
    { uid: uid(5), number: 20200031, name: 'Yole rouge', clientId, secretHash: 'x' },
    { uid: uid(6), number: 20200032, name: 'Yole verte', clientId, secretHash: 'x' },
  ]);
  for (let n = 0; n < 3; n += 1) {
    log.info({ device: 20200031 }, 'a device is away');
    log.info({ device: 20200032 }, 'a device is away');
  }
  await written(6);
  expect((await lines('search=yole%20rouge')).map(({ text }) => text.fr)).toEqual(
    Array(3).fill('Yole rouge n’est plus là'),
  );
  expect(await lines('search=yole%20bleue')).toEqual([]);
  const found: LogLine[] = [];
  for (let after = 0, more = true; more; ) {
    const part = (await get(`/logs?search=yole%20verte&limit=1&after=${after}`)).json();
    found.push(...part.lines);
    more = part.lines.length > 0;
    after = part.next;
  }
  expect(found.map(({ text }) => text.en)).toEqual(Array(3).fill('Yole verte is away'));
});

it('offers the sources that there are', async () => {
  expect(LogQuery.shape.source.unwrap().options).toEqual(['all', 'server', 'web']);
  expect((await get('/logs?source=hub')).json()).toMatchObject({ code: 'request.invalid' });
});

it('follows from a position, also when the file was set aside meanwhile', async () => {
  log.quote('info', {}, 'one');
  await written(1);
  const { next } = (await get('/logs')).json();
  expect((await get(`/logs?after=${next}`)).json()).toEqual({ lines: [], next });
  for (const odd of ['0.5', '1e300', '-1', 'NaN']) {
    expect((await get(`/logs?after=${odd}`)).json()).toMatchObject({
      code: 'request.invalid',
      fields: { after: expect.any(String) },
    });
  }
  log.quote('info', {}, 'two');
  await vi.waitFor(async () => {
    const { lines: more } = (await get(`/logs?after=${next}`)).json();
    expect(more.map((line: LogLine) => line.message)).toEqual(['two']);
  });
  await truncate(file, 0);
  await appendFile(file, '{"level":30,"time":1,"msg":"new file"}\n');
  expect((await get(`/logs?after=${next}`)).json().lines).toMatchObject([{ message: 'new file' }]);
});

it('answers nothing where no log file is, and the whole file as a download', async () => {
  await rm(file, { force: true });
  expect((await get('/logs')).json()).toEqual({ lines: [], next: 0 });
  expect((await get('/logs/file')).body).toBe('');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'a\nb\n');
  const download = await get('/logs/file');
  expect(download.body).toBe('a\nb\n');
  expect(download.headers['content-disposition']).toContain('sillage.log');
});

it('shows lines that are not its own, and waits for the end of one that is being written', async () => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'node: out of memory\n\n{"level":50,"time":0,"msg":"bug"}\n{"level":50,"ti');
  const read = await readLog(file, everything);
  expect(read.lines.map(({ message, level }) => [message, level])).toEqual([
    ['node: out of memory', 'info'],
    ['bug', 'error'],
  ]);
  await appendFile(file, 'me":0,"msg":"late"}\n');
  expect((await readLog(file, { ...everything, after: read.next })).lines.map(({ message }) => message)).toEqual([
    'late',
  ]);
});

it('reads the same lines backwards, forwards and in steps, whatever their lengths', async () => {
  await mkdir(dirname(file), { recursive: true });
  const word = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.nat(200_000).map((n) => 'x'.repeat(n)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 12 }), fc.nat(40), async (words, step) => {
      const text = words.map((msg) => `${JSON.stringify({ level: 30, time: 0, msg })}\n`).join('');
      await writeFile(file, text);
      const wanted = words.map((msg) => msg);
      expect((await readLog(file, everything)).lines.map(({ message }) => message)).toEqual(wanted);
      const forwards: string[] = [];
      for (let at = 0, more = true; more; ) {
        const part = await readLog(file, { ...everything, limit: 1 + step, after: at });
        forwards.push(...part.lines.map(({ message }) => message));
        more = part.next > at;
        at = part.next;
      }
      expect(forwards).toEqual(wanted);
      const { lines: all, next } = await readLog(file, everything);
      expect(next).toBe(Buffer.byteLength(text));
      for (const { offset, message } of all.slice(0, 2)) {
        const [line] = (await readLog(file, { ...everything, limit: 1, after: offset })).lines;
        expect(line?.message).toBe(message);
      }
    }),
    { numRuns: 30 },
  );
});

it('sets a file aside that grew too large', async () => {
  const path = join(root, 'log', 'large.log');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'x'.repeat(101));
  const fresh = createLog('info', path, 100);
  fresh.quote('info', {}, 'begins anew');
  await vi.waitFor(async () => expect(await readFile(`${path}.1`, 'utf8')).toHaveLength(101));
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toContain('begins anew'));
});

it('keeps its traces when strangers write as much as they can', async () => {
  const long = { level: 'error', message: 'm'.repeat(2000), meta: { raw: 'x'.repeat(9000) } };
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await say(long)).statusCode);
  expect(statuses).toEqual([...Array(10).fill(204), 429, 429]);
  expect(counted).toEqual(['request.refused', 'request.refused']);
  expect((await say(long, 'Bearer manager')).statusCode).toBe(204);
  nowMs = 60_000;
  expect((await say({ level: 'info', message: 'later' })).statusCode).toBe(204);
  await written(12);
  const text = await readFile(file, 'utf8');
  const sizes = text
    .trim()
    .split('\n')
    .map((line) => line.length);
  expect(Math.max(...sizes.slice(0, 10))).toBeLessThan(1500);
});

it('keeps its traces when people who are signed in write as much as they can', async () => {
  const line = { level: 'error', message: 'm', meta: { raw: 'x'.repeat(9000) } };
  const statusesOf = async (who: string, count: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await say(line, `Bearer ${who}`)).statusCode);
    return statuses;
  };
  expect(await statusesOf('person 20', 31)).toEqual([...Array(30).fill(204), 429]);
  expect(await statusesOf('person 21', 1)).toEqual([204]);
  for (let person = 22; person < 27; person += 1) await statusesOf(`person ${person}`, 30);
  expect(await statusesOf('person 27', 20)).toEqual([...Array(19).fill(204), 429]);
  expect(counted).toEqual(['request.refused', 'request.refused']);
  expect((await say(line)).statusCode).toBe(204);
  nowMs = 60_000;
  expect(await statusesOf('person 20', 1)).toEqual([204]);
});
