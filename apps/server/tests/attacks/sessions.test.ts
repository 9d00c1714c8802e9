import type { ApiClient } from '@sillage/client';
import { api, onlyReads, type Permission, permissions, type Session } from '@sillage/contract';
import {
  addPerson,
  administrator,
  testPassword as password,
  signIn,
  startTestHub,
  strangerAt,
  type TestHub,
  waitUntil,
} from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Population, populate } from '../permissions/populate-clients.ts';
import { ask, endpoints, refused } from './ask-past-the-client.ts';
import { openSocket, type RawSocket } from './open-socket.ts';

let hub: TestHub;
let people: Population;
beforeAll(async () => {
  hub = await startTestHub();
  people = await populate(hub);
});
afterAll(async () => {
  await hub?.stop();
});

const login = (mail: string, secret: string, headers: Record<string, string> = {}) =>
  ask(hub, '/login', { method: 'POST', body: { mail, password: secret }, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const openSession = async (mail: string): Promise<Session> => JSON.parse((await login(mail, password)).text);

const newPerson = (mail: string, role: 'Athlete' | 'Coach' = 'Athlete') => addPerson(hub.client, { mail, role });

describe('a refresh token', () => {
  test('is no access token, nor the other way round', async () => {
    const session = await openSession('own@athletes.test');
    expect((await ask(hub, '/login', { headers: bearer(session.refresh_token) })).status).toBe(401);
    expect((await ask(hub, '/refresh', { method: 'POST', headers: bearer(session.access_token) })).status).toBe(401);
  });
});

describe('the link to a new password', () => {
  test('works once, and every session of the person ends', async () => {
    const id = await newPerson('forgetful@x.test');
    const session = await openSession('forgetful@x.test');
    const { link } = await hub.client.call(api.inviteUser, { params: { id } });
    const token = link?.split('/').at(-1) ?? '';
    const reset = (secret: string) =>
      ask(hub, `/login/reset-password/${token}`, { method: 'POST', body: { password: secret } });
    const together = await Promise.all([reset('Canoe-2027!'), reset('Kayak-2027!')]);
    expect(together.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect((await reset('Voile-2027!')).status).toBe(400);
    expect((await login('forgetful@x.test', 'Voile-2027!')).status).toBe(401);
    expect((await ask(hub, '/login', { headers: bearer(session.access_token) })).status).toBe(401);
  });

  test('never leads where a request says it comes from', async () => {
    const id = await newPerson('lured@x.test');
    const evil = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', origin: 'https://evil.test' };
    const authorization = people.callers.Admin;
    const invited = await ask(hub, `/users/${id}/invitation`, { method: 'POST', headers: { ...evil, authorization } });
    expect(invited.status).toBe(200);
    expect(invited.text).not.toContain('evil.test');
  });
});

describe('guessing a password', () => {
  test('is answered 429 with how long to wait, the same for a mail that nobody has', async () => {
    await newPerson('guessed@x.test');
    for (const mail of ['guessed@x.test', 'nobody-at-all@x.test']) {
      const answers = [];
      for (let n = 0; n < 12; n += 1) answers.push(await login(mail, `guess ${n}`));
      expect({ mail, statuses: answers.map(({ status }) => status) }).toEqual({
        mail,
        statuses: [...Array(10).fill(401), 429, 429],
      });
      const wait = Number(answers.at(-1)?.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(300);
      expect(new Set(answers.slice(0, 10).map(({ text }) => text)).size).toBe(1);
    }
    expect((await login('guessed@x.test', password)).status).toBe(429);
  });

  test('does not get further by another way to write the mail', async () => {
    await newPerson('spelled@x.test');
    const spellings = ['spelled@x.test', 'SPELLED@x.test', ' spelled@x.test ', 'Spelled@X.test'];
    for (let n = 0; n < 12; n += 1) await login(spellings[n % spellings.length] ?? '', 'guess');
    expect((await login('spelled@x.test', password)).status).toBe(429);
  });
});

describe('a page of another site, with the cookies that the browser adds', () => {
  // A broker has a secret of its own, and no cookie.
  const writes = endpoints.filter(
    ({ method, access }) => method !== 'GET' && access !== 'open' && access !== 'broker' && access !== 'hub',
  );

  test.each(writes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'does not write: %s',
    async (_, endpoint) => {
      const opened = await login(administrator.mail, administrator.password);
      const cookie = opened.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      const path = endpoint.path.replace(/:\w+/g, '1');
      const forged = await ask(hub, path, { method: endpoint.method, body: {}, headers: { cookie } });
      expect([forged.status, JSON.parse(forged.text).code]).toEqual([403, 'session.xsrf']);
      const wrong = { cookie, 'x-xsrf-token': 'guess' };
      expect((await ask(hub, path, { method: endpoint.method, body: {}, headers: wrong })).status).toBe(403);
    },
  );

  test('does not read: no origin is let in with cookies', async () => {
    const answer = await ask(hub, '/login', { headers: { origin: 'https://evil.test' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('an API key that only reads', () => {
  const writes = endpoints.filter(({ access, method }) => {
    if (access === 'open' || access === 'refreshToken' || access === 'broker' || access === 'hub') return false;
    if (access === 'signedIn' || access === 'session') return access === 'session' || method !== 'GET';
    return !onlyReads(access);
  });
  let key = '';
  beforeAll(async () => {
    key = (await hub.client.call(api.createApiKey, { body: { name: 'reader', access: 'read' } })).key;
  });

  test('reads', async () => {
    expect((await ask(hub, '/users/all', { method: 'POST', headers: { authorization: `ApiKey ${key}` } })).status).toBe(
      200,
    );
  });

  test.each(writes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'does not write: %s',
    async (_, endpoint) => {
      const path = endpoint.path.replace(/:\w+/g, '1');
      const answer = await ask(hub, path, { method: endpoint.method, headers: { authorization: `ApiKey ${key}` } });
      expect(answer.status).toBe(403);
      expect(['apiKey.readOnly', 'session.personOnly']).toContain(JSON.parse(answer.text).code);
    },
  );

  test('has no endpoint that looks by its permission but changes by its method', () => {
    const isPermission = (access: string): access is Permission => access in permissions;
    const odd = endpoints.filter(
      ({ access, method }) => isPermission(access) && onlyReads(access) && method !== 'GET' && method !== 'POST',
    );
    expect(odd.map(({ name }) => name)).toEqual([]);
  });
});

describe('a person who is deactivated', () => {
  interface Held {
    readonly id: number;
    readonly client: ApiClient;
    readonly session: Session;
    readonly key: string;
    readonly socket: RawSocket;
  }
  async function hold(mail: string): Promise<Held> {
    const id = await newPerson(mail, 'Coach');
    const client = await signIn(hub.url, { mail });
    const session = await openSession(mail);
    const { key } = await client.call(api.createApiKey, { body: { name: 'k', access: 'write' } });
    const socket = await openSocket(hub);
    const room = `app/client/${hub.user.client_id}/record/update`;
    socket.send('subscribe', { room, token: session.access_token });
    expect(await socket.answers(1)).toEqual([expect.objectContaining({ room, msg: expect.anything() })]);
    return { id, client, session, key, socket };
  }

  test.each([
    ['by an administrator', (id: number) => hub.client.call(api.editUser, { params: { id }, body: { active: false } })],
    ['by deletion', (id: number) => hub.client.call(api.deleteUser, { params: { id } })],
  ])('%s keeps no token, key, socket or way to renew', async (how, end) => {
    const held = await hold(`${how.replaceAll(' ', '-')}@x.test`);
    expect((await ask(hub, '/login', { headers: bearer(held.session.access_token) })).status).toBe(200);
    await end(held.id);
    await waitUntil('the socket to be cut', () => held.socket.isClosed);
    expect((await ask(hub, '/login', { headers: bearer(held.session.access_token) })).status).toBe(401);
    const renewed = await ask(hub, '/refresh', { method: 'POST', headers: bearer(held.session.refresh_token) });
    expect(renewed.status).toBe(401);
    expect(
      (await ask(hub, '/users/all', { method: 'POST', headers: { authorization: `ApiKey ${held.key}` } })).status,
    ).toBe(401);
    expect(await refused(held.client.call(api.currentLogin))).toMatch(/^session\./);
    expect((await login(`${how.replaceAll(' ', '-')}@x.test`, password)).status).toBe(401);
  });

  test('of a client that is disabled, too', async () => {
    const client = await hub.client.call(api.createClient, { body: { name: 'to disable' } });
    await addPerson(hub.client, { mail: 'there@x.test', role: 'Manager', client_id: client.id });
    const session = await openSession('there@x.test');
    const socket = await openSocket(hub);
    socket.send('subscribe', { room: `app/client/${client.id}/record/update`, token: session.access_token });
    await socket.answers(1);
    await hub.client.call(api.editClient, { params: { id: client.id }, body: { enabled: false } });
    await waitUntil('the socket to be cut', () => socket.isClosed);
    expect((await ask(hub, '/login', { headers: bearer(session.access_token) })).status).toBe(401);
    expect((await login('there@x.test', password)).status).toBe(401);
  });
});

test('a token of another server, without signature or of another algorithm is none', async () => {
  const { access_token } = await openSession('own@athletes.test');
  const [, body = ''] = access_token.split('.');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims: object = JSON.parse(Buffer.from(body, 'base64url').toString());
  const forged = [
    `${part({ alg: 'none', typ: 'JWT' })}.${body}.`,
    `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, sub: String(hub.user.id) })}.AAAA`,
    `${part({ alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AA' } })}.${body}.AAAA`,
    '',
    '..',
    'a'.repeat(100_000),
  ];
  for (const token of forged)
    expect
      .soft([401, 431])
      .toContain((await ask(hub, '/login', { headers: bearer(token) }).catch(() => ({ status: 401 }))).status);
  expect(await refused(strangerAt(hub.url).call(api.currentLogin))).toBe('session.required');
});
