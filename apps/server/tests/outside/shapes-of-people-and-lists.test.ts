import { startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, type Said, signInPlainly } from './plain-program.ts';

const mail = 'admin@sillage.test';
let hub: TestHub;
let ask: Program;
let session: Said;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, mail, 'Aviron-2026!'));
});
afterAll(async () => {
  await hub?.stop();
});

describe('a session', () => {
  const fields = ['id', 'client_id', 'mail', 'firstname', 'lastname', 'roles', 'groups'];
  const ofUser = (said: Said) => Object.fromEntries(fields.map((name) => [name, said.user[name]]));

  test('has the person’s fields at the top, beside `user`', async () => {
    expect(session).toMatchObject({ ...ofUser(session), mail, roles: ['Admin'], client_id: expect.any(Number) });
    const { body } = await ask('GET', '/login');
    expect(body).toMatchObject({ ...ofUser(session), unique_id: session.unique_id });
  });

  test('is the same for a program by its key', async () => {
    const { body: key } = await ask('POST', '/api_keys', { name: 'board', access: 'read' });
    const answer = await fetch(`${hub.url}/api/login`, { headers: { authorization: `ApiKey ${key.key}` } });
    expect(await answer.json()).toMatchObject(ofUser(session));
  });
});

describe('filters of records', () => {
  const total = async (filters: object): Promise<number> => (await ask('POST', '/records/all', filters)).body.total;

  test('null, "" and [] mean all', async () => {
    const all = await total({});
    expect(all).toBeGreaterThan(0);
    for (const name of ['clientIds', 'groupIds', 'deviceIds', 'sportIds', 'userIds', 'exerciseIds', 'record_type']) {
      for (const nothing of [null, '', []]) {
        expect([name, nothing, await total({ [name]: nothing })]).toEqual([name, nothing, all]);
      }
    }
  });

  test('a record type is a text or a list, and one that is not known matches nothing', async () => {
    const all = await total({ record_type: 'record' });
    expect(all).toBeGreaterThan(0);
    expect(await total({ record_type: ['record', 'scenario'] })).toBe(all);
    for (const none of ['fusion', 'miniphyling', ['fusion'], 'nonsense']) {
      expect([none, await total({ record_type: none })]).toEqual([none, 0]);
    }
  });

  test.each([
    '/records/all',
    '/users/all',
    '/groups/all',
    '/sports/all',
    '/devices/all',
    '/clients/all',
    '/exercises/all',
    '/tasks/all',
  ])('%s refuses a filter that it does not know, by its name', async (path) => {
    expect(await ask('POST', path, { nonsense: 5 })).toMatchObject({
      status: 422,
      body: { code: 'request.invalid', fields: { nonsense: expect.any(String) } },
    });
  });
});

test('people are filtered by the names that other programs use', async () => {
  const { body: all } = await ask('POST', '/users/all', { pageSize: -1 });
  const list = async (filters: object): Promise<Said[]> =>
    (await ask('POST', '/users/all', { pageSize: -1, ...filters })).body.items;
  const athletes = await list({ role: 'Athlete' });
  expect(athletes.length).toBeGreaterThan(0);
  expect(athletes.length).toBeLessThan(all.total);
  expect(athletes.every(({ roles }) => roles.includes('Athlete'))).toBe(true);
  const clientId = athletes[0].client_id;
  expect((await list({ client_id: clientId })).every(({ client_id }) => client_id === clientId)).toBe(true);
  expect(await list({ group_ids: [999_999] })).toEqual([]);
  const groupId = athletes.flatMap(({ groups }) => groups)[0].id;
  const members = await list({ group_ids: [groupId] });
  expect(members.length).toBeGreaterThan(0);
  expect(members.every(({ groups }) => groups.some(({ id }: Said) => id === groupId))).toBe(true);
  expect((await list({ soft: true, role: 'Athlete' })).map(({ id }) => id)).toEqual(athletes.map(({ id }) => id));
});

test('lists of a club carry what choices are made of', async () => {
  const { body: groups } = await ask('GET', `/clients/${session.client_id}/groups`);
  expect(groups.items).toContainEqual({ id: expect.any(Number), name: 'Senior', client_id: session.client_id });
  const { body: sports } = await ask('GET', `/clients/${session.client_id}/sports`);
  expect(sports.items[0]).toMatchObject({ text: expect.any(String), value: expect.any(String) });
});
