import { readFile, stat } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { openTestLogs, type TestLogs } from './open-test-logs.ts';

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

it('takes what went wrong in a browser, from strangers too, and says who it was when it is known', async () => {
  expect(
    (await room.say({ level: 'error', message: 'Error when parsing other_data', meta: { raw: '{' } })).statusCode,
  ).toBe(204);
  expect((await room.say({ level: 'info', message: 'hello' }, 'Bearer manager')).statusCode).toBe(204);
  await room.written(2);
  expect(await room.lines()).toMatchObject([
    { level: 'error', source: 'web', message: 'Error when parsing other_data', fields: { meta: { raw: '{' } } },
    { level: 'info', source: 'web', message: 'hello', fields: { userId: 7 } },
  ]);
});

it('lets nobody forge a line, fill the disk or write a secret', async () => {
  const token = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl';
  await room.say({ level: 'error', message: `a\n{"level":50,"msg":"forged"}\u001b[31m ${token}` });
  await room.say({
    level: 'error',
    message: `at /login/reset-password/tok-123?x`,
    meta: { a: { Password: 'hunter2' } },
  });
  await room.say({ level: 'error', message: 'big', meta: { text: 'x'.repeat(50_000) } });
  await room.written(3);
  expect((await stat(room.file)).size).toBeLessThan(12_000);
  const text = await readFile(room.file, 'utf8');
  expect(text.trim().split('\n')).toHaveLength(3);
  for (const secret of [token, 'tok-123', 'hunter2', '\u001b', '\\u001b']) expect(text).not.toContain(secret);
  expect((await room.say({ level: 'error', message: 'x'.repeat(4001) })).statusCode).toBe(422);
});

it('keeps its traces when strangers write as much as they can', async () => {
  const long = { level: 'error', message: 'm'.repeat(2000), meta: { raw: 'x'.repeat(9000) } };
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await room.say(long)).statusCode);
  expect(statuses).toEqual([...Array(10).fill(204), 429, 429]);
  expect(room.counted).toEqual(['request.refused', 'request.refused']);
  expect((await room.say(long, 'Bearer manager')).statusCode).toBe(204);
  room.pass(60_000);
  expect((await room.say({ level: 'info', message: 'later' })).statusCode).toBe(204);
  await room.written(12);
  const text = await readFile(room.file, 'utf8');
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
    for (let n = 0; n < count; n += 1) statuses.push((await room.say(line, `Bearer ${who}`)).statusCode);
    return statuses;
  };
  expect(await statusesOf('person 20', 31)).toEqual([...Array(30).fill(204), 429]);
  expect(await statusesOf('person 21', 1)).toEqual([204]);
  for (let person = 22; person < 27; person += 1) await statusesOf(`person ${person}`, 30);
  expect(await statusesOf('person 27', 20)).toEqual([...Array(19).fill(204), 429]);
  expect(room.counted).toEqual(['request.refused', 'request.refused']);
  expect((await room.say(line)).statusCode).toBe(204);
  room.pass(60_000);
  expect(await statusesOf('person 20', 1)).toEqual([204]);
});
