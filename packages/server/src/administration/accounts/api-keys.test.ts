import { createHash } from 'node:crypto';
import { api, isRefusal, limits } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { fieldsOf, openTestAccounts, password, refusalOf, type TestAccounts } from './open-test-accounts.ts';

const { apiKeys, clients, users } = tables;
let test: TestAccounts;
let clientId: number;
let coachId: number;
/** Whose sessions or keys ended. */
const told: unknown[] = [];

beforeAll(async () => {
  test = await openTestAccounts({ sessionsEnded: (ended) => void told.push(ended) });
  ({ clientId } = test);
  coachId = await test.addPerson({ mail: 'coach@club.fr' });
  await test.addPerson({ mail: 'other@club.fr' });
});
afterAll(() => test?.close());

const body = { name: 'Tableau de bord', access: 'read' as const };
/** A request with a key, as a program makes it. */
const ask = (key: string, method: 'GET' | 'POST' | 'PUT', url: string, payload: object = {}) =>
  test.http.app.inject({
    method,
    url,
    headers: { authorization: `ApiKey ${key}` },
    ...(method !== 'GET' && { payload }),
  });
const authenticated = async (key: string) => !isRefusal(await test.accounts.authenticate(`ApiKey ${key}`));

describe('an API key', () => {
  it('is shown once, kept as a hash, and acts in the name of its person', async () => {
    const { call } = await test.signIn('coach@club.fr');
    const made = await call(api.createApiKey, { body });
    expect(made.key).toMatch(/^sil_[\w-]{43}$/);
    expect(made).toMatchObject({ ...body, prefix: made.key.slice(0, 10), expires_at: null, last_used_at: null });
    const listed = await call(api.listApiKeys);
    expect(JSON.stringify(listed)).not.toContain(made.key);
    const [row] = await test.db.select().from(apiKeys).where(eq(apiKeys.id, made.id));
    expect(row?.keyHash).toBe(createHash('sha256').update(made.key).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(made.key);
    expect((await ask(made.key, 'GET', '/api/login')).json().user.id).toBe(coachId);
    expect(await test.accounts.authenticate(`ApiKey ${made.key}`)).toMatchObject({ userId: coachId, apiKey: 'read' });
  });

  it('never stands for the person where the account, its password or its keys are concerned', async () => {
    const { call } = await test.signIn('coach@club.fr');
    const { key } = await call(api.createApiKey, { body: { ...body, access: 'write' } });
    const refused = await Promise.all([
      ask(key, 'GET', '/api/api_keys'),
      ask(key, 'POST', '/api/api_keys', body),
      ask(key, 'PUT', '/api/login', { firstname: 'Z' }),
      ask(key, 'PUT', '/api/login/password', { current_password: password, password: 'Autre-2026!' }),
      ask(key, 'PUT', '/api/login/external/nolio', { enabled: false, user: '' }),
    ]);
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      Array(5).fill([403, 'session.personOnly']),
    );
    expect((await ask(key, 'POST', '/api/refresh')).statusCode).toBe(401);
  });

  it('is renamed, limited and revoked by its person only', async () => {
    const { call } = await test.signIn('coach@club.fr');
    const other = await test.signIn('other@club.fr');
    const made = await call(api.createApiKey, { body: { ...body, expires_at: '2026-12-31T00:00:00Z' } });
    told.length = 0;
    const params = { id: made.id };
    expect(await refusalOf(other.call(api.editApiKey, { params, body: { name: 'mine' } }))).toBe('entity.notFound');
    expect(await refusalOf(other.call(api.revokeApiKey, { params }))).toBe('entity.notFound');
    expect((await other.call(api.listApiKeys)).total).toBe(0);
    const edited = await call(api.editApiKey, { params, body: { name: 'Autre nom' } });
    expect(edited).toMatchObject({ name: 'Autre nom', access: 'read', expires_at: '2026-12-31T00:00:00.000Z' });
    expect(told).toEqual([]);
    expect((await call(api.editApiKey, { params, body: { expires_at: null } })).expires_at).toBeNull();
    // Live connections that were let in by the key know when it ended before.
    expect(told).toEqual([{ apiKeyId: made.id }]);
    expect((await call(api.editApiKey, { params, body: {} })).name).toBe('Autre nom');
    expect(await authenticated(made.key)).toBe(true);
    told.length = 0;
    await call(api.revokeApiKey, { params });
    expect(await authenticated(made.key)).toBe(false);
    expect(await refusalOf(call(api.revokeApiKey, { params }))).toBe('entity.notFound');
    // Live connections that were let in by the key end with it.
    expect(told).toEqual([{ apiKeyId: made.id }]);
  });

  it('ends at its date, and none is made for the past', async () => {
    const { call } = await test.signIn('coach@club.fr');
    const inOneHour = new Date(test.clock.nowMs() + 3600_000).toISOString();
    const { key } = await call(api.createApiKey, { body: { ...body, expires_at: inOneHour } });
    expect(await authenticated(key)).toBe(true);
    test.pass(3600);
    expect(await authenticated(key)).toBe(false);
    const again = await test.signIn('coach@club.fr');
    const past = again.call(api.createApiKey, { body: { ...body, expires_at: inOneHour } });
    expect(await fieldsOf(past)).toEqual({ expires_at: 'date' });
  });

  it('is refused while its person is deactivated or their client disabled', async () => {
    const { call } = await test.signIn('coach@club.fr');
    const { key } = await call(api.createApiKey, { body });
    const setActive = (active: boolean) => test.db.update(users).set({ active }).where(eq(users.id, coachId));
    const setEnabled = (enabled: boolean) => test.db.update(clients).set({ enabled }).where(eq(clients.id, clientId));
    for (const set of [setActive, setEnabled]) {
      await set(false);
      expect(await authenticated(key)).toBe(false);
      expect((await ask(key, 'GET', '/api/login')).statusCode).toBe(401);
      await set(true);
      expect(await authenticated(key)).toBe(true);
    }
  });

  it('says when it was last used, to the minute', async () => {
    const { call } = await test.signIn('coach@club.fr');
    const made = await call(api.createApiKey, { body });
    const lastUsed = async () => (await call(api.listApiKeys)).items.find(({ id }) => id === made.id)?.last_used_at;
    await authenticated(made.key);
    const first = new Date(test.clock.nowMs()).toISOString();
    expect(await lastUsed()).toBe(first);
    test.pass(59);
    await authenticated(made.key);
    expect(await lastUsed()).toBe(first);
    test.pass(1);
    await authenticated(made.key);
    expect(await lastUsed()).toBe(new Date(test.clock.nowMs()).toISOString());
  });

  it('is one of a bounded number, also when they are made at once', async () => {
    const { call } = await test.signIn('other@club.fr');
    const made = await Promise.all(
      Array.from({ length: limits.apiKeysAUser + 3 }, () => refusalOf(call(api.createApiKey, { body }))),
    );
    expect(made.filter((code) => code === 'none')).toHaveLength(limits.apiKeysAUser);
    expect(new Set(made)).toEqual(new Set(['none', 'apiKey.tooMany']));
  });

  it('is nothing that can be guessed or forged', async () => {
    for (const key of ['', 'sil_', 'sil_x', "' or 1=1 --"]) expect(await authenticated(key)).toBe(false);
  });
});
