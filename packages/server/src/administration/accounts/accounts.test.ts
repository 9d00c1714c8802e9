import { ApiError, createClient, memoryTokens, NetworkError, type Tokens } from '@sillage/client';
import { api, isRefusal, limits, type RefusalCode } from '@sillage/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../platform/database/index.ts';
import { createHttp, type Http } from '../../platform/http/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { clientRoutes, createGroup, ensureHomeClient } from '../clients/index.ts';
import { type Accounts, createAccounts, createUser } from './index.ts';

let test: TestDatabase;
let accounts: Accounts;
let http: Http;
let baseUrl: string;
let clientId: number;
let nowMs = Date.UTC(2026, 5, 1);
const clock = { nowMs: () => nowMs };
const log = createLog('silent');
const password = 'Aviron-2026!';
const helene = { mail: 'helene@club.fr', password };

beforeAll(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  clientId = await ensureHomeClient(db);
  const senior = await createGroup(db, clientId, 'Senior');
  const junior = await createGroup(db, clientId, 'Junior');
  const people = [
    { mail: 'Helene@club.fr', lastname: 'Garnier', roles: ['Coach'], groupIds: [senior], password },
    { mail: 'ines@club.fr', lastname: 'Marchetti', roles: ['Athlete'], groupIds: [senior], password },
    { mail: 'theo@club.fr', lastname: 'Blanc', roles: ['Athlete'], groupIds: [junior], password: null },
  ] as const;
  for (const person of people) await createUser(db, { ...person, firstname: 'X', clientId });
  accounts = await createAccounts({ db, clock, log });
  http = await createHttp({
    log,
    clock,
    version: '0',
    authenticate: accounts.authenticate,
    webRoot: test.folder.temporary,
    temporaryFolder: test.folder.temporary,
    secureCookies: false,
  });
  accounts.routes(http.serve);
  clientRoutes(http.serve, { db });
  await http.listen('127.0.0.1', 0);
  const address = http.app.server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api`;
});
afterAll(async () => {
  await http?.close();
  await test?.close();
});
beforeEach(() => {
  nowMs += 3_600_000;
});

function connect(more: Partial<Parameters<typeof createClient>[0]> = {}) {
  const tokens = memoryTokens();
  return { tokens, ...createClient({ baseUrl, tokens, ...more }) };
}

async function signIn(credentials = helene) {
  const client = connect();
  const session = await client.call(api.login, { body: credentials });
  return { ...client, session };
}

async function refusalOf(promise: Promise<unknown>): Promise<RefusalCode | string> {
  return promise.then(
    () => 'none',
    (problem: unknown) => (problem instanceof ApiError ? problem.code : String(problem)),
  );
}

/** The refresh token alone, as another tab or a thief holds it. */
async function refreshWith(refreshToken: string): Promise<string | Tokens> {
  const client = connect();
  client.tokens.write({ accessToken: 'none', refreshToken, uniqueId: 'browser-1' });
  const code = await refusalOf(client.refreshSession());
  return code === 'none' ? (client.tokens.read() ?? 'none') : code;
}

describe('signing in', () => {
  it('opens a session for the right password, whatever the case of the mail', async () => {
    const { session, call } = await signIn({ mail: 'HELENE@club.fr', password });
    expect(session.user).toMatchObject({ mail: 'helene@club.fr', roles: ['Coach'], groups: [{ name: 'Senior' }] });
    expect(session.cgu).toEqual({ accepted: false, hide: false });
    expect((await call(api.ping)).user?.id).toBe(session.user.id);
    const current = await call(api.currentLogin);
    expect(current).toEqual({ unique_id: session.unique_id, user: session.user, cgu: session.cgu });
  });

  it('tells nothing of why it refuses', async () => {
    const tries = [
      { mail: 'helene@club.fr', password: 'wrong' },
      { mail: 'nobody@club.fr', password },
      { mail: 'theo@club.fr', password: 'nobody' },
    ];
    for (const body of tries)
      expect(await refusalOf(connect().call(api.login, { body }))).toBe('session.badCredentials');
    const odd = connect().call(api.login, { body: { mail: 'x', password: '' } });
    await expect(odd).rejects.toMatchObject({ status: 422, body: { fields: { mail: 'email', password: 'required' } } });
  });

  it('slows down who guesses, and forgives with time', async () => {
    const client = connect();
    const guess = () => refusalOf(client.call(api.login, { body: { mail: 'ines@club.fr', password: 'guess' } }));
    for (let n = 0; n < 10; n += 1) expect(await guess()).toBe('session.badCredentials');
    const refused = client.call(api.login, { body: { mail: 'ines@club.fr', password } });
    await expect(refused).rejects.toMatchObject({ status: 429, retryAfterSeconds: 300 });
    await signIn();
    nowMs += 301_000;
    await signIn({ mail: 'ines@club.fr', password });
  });

  it('knows nobody without a session', async () => {
    expect(await connect().call(api.ping)).toEqual({ user: null });
    expect(await refusalOf(connect().call(api.currentLogin))).toBe('session.required');
    expect(isRefusal(await accounts.authenticate('Bearer a.b.c'))).toBe(true);
    expect(isRefusal(await accounts.authenticate('Basic eA=='))).toBe(true);
  });
});

describe('staying signed in', () => {
  it('renews an expired session once for all callers at the same time', async () => {
    const seen: string[] = [];
    const client = connect({
      fetch: (address, init) => {
        seen.push(new URL(address).pathname);
        return fetch(address, init);
      },
    });
    await client.call(api.login, { body: helene });
    nowMs += limits.accessTokenSeconds * 1000 + 1000;
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.call(api.currentLogin)));
    expect(new Set(answers.map((answer) => answer.user.mail))).toEqual(new Set(['helene@club.fr']));
    expect(seen.filter((path) => path === '/api/refresh')).toHaveLength(1);
  });

  it('lets two tabs renew at once, but ends every session of a stolen token', async () => {
    const { session } = await signIn();
    const [one, two] = await Promise.all([refreshWith(session.refresh_token), refreshWith(session.refresh_token)]);
    if (typeof one === 'string' || typeof two === 'string') throw new Error(`refused: ${one} ${two}`);
    expect(one.refreshToken).not.toBe(two.refreshToken);
    expect(one.uniqueId).toBe(session.unique_id);
    nowMs += 11_000;
    expect(typeof (await refreshWith(one.refreshToken))).toBe('object');
    expect(await refreshWith(session.refresh_token)).toBe('session.expired');
    expect(await refreshWith(two.refreshToken)).toBe('session.expired');
    expect(isRefusal(await accounts.authenticate(`Bearer ${one.accessToken}`))).toBe(true);
  });

  it('ends after 30 days without use, and tells the caller once', async () => {
    let ended = 0;
    const client = connect({ onSessionEnded: () => (ended += 1) });
    await client.call(api.login, { body: helene });
    nowMs += limits.refreshTokenSeconds * 1000;
    const calls = [1, 2].map(() => refusalOf(client.call(api.currentLogin)));
    expect(await Promise.all(calls)).toEqual(['session.expired', 'session.expired']);
    expect([ended, client.tokens.read()]).toEqual([1, undefined]);
  });

  it('ends at once with sign-out, for access and refresh tokens, also when the access token is old', async () => {
    const { session, call } = await signIn();
    nowMs += limits.accessTokenSeconds * 1000 + 1000;
    await call(api.logout);
    expect(await refreshWith(session.refresh_token)).toBe('session.expired');
    const second = await signIn();
    await second.call(api.logout);
    expect(isRefusal(await accounts.authenticate(`Bearer ${second.session.access_token}`))).toBe(true);
  });

  it('is kept by tokens of this server only', async () => {
    const { session } = await signIn();
    const again = await createAccounts({ db: test.database.db, clock, log });
    expect(isRefusal(await again.authenticate(`Bearer ${session.access_token}`))).toBe(false);
    const [head, body] = session.access_token.split('.');
    expect(isRefusal(await again.authenticate(`Bearer ${head}.${body}.AAAA`))).toBe(true);
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(isRefusal(await again.authenticate(`Bearer ${none}.${body}.`))).toBe(true);
  });

  it('tells a server that is away from one that refuses', async () => {
    const away = createClient({ baseUrl: 'http://127.0.0.1:9/api', tokens: memoryTokens() });
    await expect(away.call(api.ping)).rejects.toBeInstanceOf(NetworkError);
    const stop = new AbortController();
    stop.abort();
    await expect(away.call(api.ping, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a browser that keeps its session in cookies', () => {
  it('signs in, calls, renews and signs out', async () => {
    const jar = new Map<string, string>();
    const client = createClient({
      baseUrl,
      xsrfToken: () => jar.get('XSRF-TOKEN'),
      fetch: async (address, init) => {
        const headers = new Headers(init.headers);
        headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
        const answer = await fetch(address, { ...init, headers });
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          if (value === '') jar.delete(name);
          else jar.set(name, value);
        }
        return answer;
      },
    });
    await client.call(api.login, { body: helene });
    jar.delete('sillage_access');
    expect((await client.call(api.currentLogin)).user.mail).toBe('helene@club.fr');
    expect(jar.has('sillage_access')).toBe(true);
    await client.call(api.logout);
    expect(jar.size).toBe(0);
    expect(await refusalOf(client.call(api.currentLogin))).toBe('session.required');
  });
});

describe('the first administrator', () => {
  it('is made once with a password that works, which the configuration may replace', async () => {
    const mail = 'admin@club.fr';
    const madeUp = await accounts.ensureAdministrator({ mail, password: undefined, clientId });
    expect((await signIn({ mail, password: madeUp ?? '' })).session.user.roles).toEqual(['Admin']);
    expect(await accounts.ensureAdministrator({ mail, password: undefined, clientId })).toBeUndefined();
    await signIn({ mail, password: madeUp ?? '' });
    expect(await accounts.ensureAdministrator({ mail, password, clientId })).toBeUndefined();
    await signIn({ mail, password });
  });
});

describe('the lists of a client', () => {
  it('show what each role may see, and nothing of other clients', async () => {
    const coach = await signIn();
    const athlete = await signIn({ mail: 'ines@club.fr', password });
    const params = { clientId };
    const groups = await athlete.call(api.listClientGroups, { params });
    expect(groups.items.map((group) => group.name)).toEqual(['Junior', 'Senior']);
    expect((await coach.call(api.listClientSports, { params })).items[0]?.name).toBe('aviron');
    const names = async (who: typeof coach) =>
      (await who.call(api.listClientUsers, { params })).items.map((person) => person.lastname);
    expect(await names(coach)).toEqual(['Garnier', 'Marchetti']);
    expect(await names(athlete)).toEqual(['Marchetti']);
    const other = { params: { clientId: clientId + 1 } };
    expect(await refusalOf(coach.call(api.listClientGroups, other))).toBe('entity.notFound');
  });
});
