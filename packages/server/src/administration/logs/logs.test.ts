import { appendFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type LogLine, LogQuery } from '@sillage/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { createLog } from '../../platform/log/index.ts';
import { openTestLogs, type TestLogs } from './open-test-logs.ts';
import { readLog } from './read-log.ts';

let test: TestDatabase;
let room: TestLogs;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  room = await openTestLogs(test.database.db);
});
afterEach(() => room.close());

const everything = { keeps: () => true, limit: 2000 };

it('never holds the secrets that the program itself logs', async () => {
  room.log.error(
    { password: 's3cret', user: { token: 's3cret', deep: { refresh_token: 's3cret' } } },
    'a message could not be taken',
  );
  await room.written(1);
  expect(await readFile(room.file, 'utf8')).not.toContain('s3cret');
});

it('keeps by level, source and text, the newest ones, and is for administrators only', async () => {
  room.log.debug({ room: 'ingest' }, 'the database is away');
  room.log.quote('info', { place: 'Élan' }, 'two');
  room.log.quote('warn', {}, 'three');
  await room.say({ level: 'warning', message: 'four' });
  await room.written(4);
  const messages = async (query: string) =>
    (await room.get(`/logs?${query}`)).json().lines.map((l: LogLine) => l.message);
  expect(await messages('')).toEqual(['two', 'three', 'four']);
  expect(await messages('level=warning&source=server')).toEqual(['three']);
  expect(await messages('source=web')).toEqual(['four']);
  expect(await messages('search=élan')).toEqual(['two']);
  expect(await messages('level=debug&limit=2')).toEqual(['three', 'four']);
  expect((await room.get('/logs', 'manager')).statusCode).toBe(403);
  expect((await room.get('/logs/file', 'manager')).statusCode).toBe(403);
});

it('offers the sources that there are', async () => {
  expect(LogQuery.shape.source.unwrap().options).toEqual(['all', 'server', 'web']);
  expect((await room.get('/logs?source=hub')).json()).toMatchObject({ code: 'request.invalid' });
});

it('follows from a position, also when the file was set aside meanwhile', async () => {
  room.log.quote('info', {}, 'one');
  await room.written(1);
  const { next } = (await room.get('/logs')).json();
  expect((await room.get(`/logs?after=${next}`)).json()).toEqual({ lines: [], next });
  for (const odd of ['0.5', '1e300', '-1', 'NaN']) {
    expect((await room.get(`/logs?after=${odd}`)).json()).toMatchObject({
      code: 'request.invalid',
      fields: { after: expect.any(String) },
    });
  }
  room.log.quote('info', {}, 'two');
  await vi.waitFor(async () => {
    const { lines: more } = (await room.get(`/logs?after=${next}`)).json();
    expect(more.map((line: LogLine) => line.message)).toEqual(['two']);
  });
  await truncate(room.file, 0);
  await appendFile(room.file, '{"level":30,"time":1,"msg":"new file"}\n');
  expect((await room.get(`/logs?after=${next}`)).json().lines).toMatchObject([{ message: 'new file' }]);
});

it('answers nothing where no log file is, and the whole file as a download', async () => {
  await rm(room.file, { force: true });
  expect((await room.get('/logs')).json()).toEqual({ lines: [], next: 0 });
  expect((await room.get('/logs/file')).body).toBe('');
  await mkdir(dirname(room.file), { recursive: true });
  await writeFile(room.file, 'a\nb\n');
  const download = await room.get('/logs/file');
  expect(download.body).toBe('a\nb\n');
  expect(download.headers['content-disposition']).toContain('sillage.log');
});

it('shows lines that are not its own, and waits for the end of one that is being written', async () => {
  await mkdir(dirname(room.file), { recursive: true });
  await writeFile(room.file, 'node: out of memory\n\n{"level":50,"time":0,"msg":"bug"}\n{"level":50,"ti');
  const read = await readLog(room.file, everything);
  expect(read.lines.map(({ message, level }) => [message, level])).toEqual([
    ['node: out of memory', 'info'],
    ['bug', 'error'],
  ]);
  await appendFile(room.file, 'me":0,"msg":"late"}\n');
  expect((await readLog(room.file, { ...everything, after: read.next })).lines.map(({ message }) => message)).toEqual([
    'late',
  ]);
});

it('reads the same lines backwards, forwards and in steps, whatever their lengths', async () => {
  await mkdir(dirname(room.file), { recursive: true });
  const word = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.nat(200_000).map((n) => 'x'.repeat(n)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 12 }), fc.nat(40), async (words, step) => {
      const text = words.map((msg) => `${JSON.stringify({ level: 30, time: 0, msg })}\n`).join('');
      await writeFile(room.file, text);
      const wanted = words.map((msg) => msg);
      expect((await readLog(room.file, everything)).lines.map(({ message }) => message)).toEqual(wanted);
      const forwards: string[] = [];
      for (let at = 0, more = true; more; ) {
        const part = await readLog(room.file, { ...everything, limit: 1 + step, after: at });
        forwards.push(...part.lines.map(({ message }) => message));
        more = part.next > at;
        at = part.next;
      }
      expect(forwards).toEqual(wanted);
      const { lines: all, next } = await readLog(room.file, everything);
      expect(next).toBe(Buffer.byteLength(text));
      for (const { offset, message } of all.slice(0, 2)) {
        const [line] = (await readLog(room.file, { ...everything, limit: 1, after: offset })).lines;
        expect(line?.message).toBe(message);
      }
    }),
    { numRuns: 30 },
  );
});

it('sets a file aside that grew too large', async () => {
  const path = join(room.root, 'log', 'large.log');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'x'.repeat(101));
  const fresh = createLog('info', path, 100);
  fresh.quote('info', {}, 'begins anew');
  await vi.waitFor(async () => expect(await readFile(`${path}.1`, 'utf8')).toHaveLength(101));
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toContain('begins anew'));
});
