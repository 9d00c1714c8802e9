import { createClient, memoryTokens, NetworkError, type Tokens } from '@sillage/client';
import { api, isRefusal, limits } from '@sillage/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/index.ts';
import { openTestSecrets } from '../../platform/secrets/testing.ts';
import { createGroup } from '../clients/index.ts';
import { createAccounts } from './index.ts';
import { openTestAccounts, password, refusalOf, type TestAccounts } from './open-test-accounts.ts';

let test: TestAccounts;
let clientId: number;
const helene = 'helene@club.fr';
let refusedLogins = 0;

beforeAll(async () => {
  test = await openTestAccounts({ tally: { count: (what) => (refusedLogins += Number(what === 'login.refused')) } });
  ({ clientId } = test);
  const senior = await createGroup(test.db, clientId, 'Senior');
  const people = [
    { mail: 'Helene@club.fr', lastname: 'Garnier', roles: ['Coach'], groupIds: [senior], password },
    { mail: 'ines@club.fr', lastname: 'Marchetti', roles: ['Athlete'], groupIds: [senior], password },
    { mail: 'theo@club.fr', lastname: 'Blanc', roles: ['Athlete'], groupIds: [], password: null },
  ] as const;
  for (const person of people) await test.addPerson(person);
});
afterAll(() => test?.close());
beforeEach(() => test.pass(3600));

/** The refresh token alone, as another tab or a thief holds it. */
async function refreshWith(refreshToken: string): Promise<string | Tokens> {
  const tokens = memoryTokens();
  tokens.write({ accessToken: 'none', refreshToken, uniqueId: 'browser-1' });
  const code = await refusalOf(test.connect({ tokens }).refreshSession());
  return code === 'none' ? (tokens.read() ?? 'none') : code;
}

describe('signing in', () => {
  it('opens a session for the right password, whatever the case of the mail', async () => {
    const { session, call } = await test.signIn('HELENE@club.fr');
    expect(session.user).toMatchObject({ mail: 'helene@club.fr', roles: ['Coach'], groups: [{ name: 'Senior' }] });
    expect(session.cgu).toEqual({ accepted: false, hide: false });
    expect((await call(api.ping)).user?.id).toBe(session.user.id);
    const current = await call(api.currentLogin);
    const { access_token, refresh_token, ...known } = session;
    expect(current).toEqual(known);
    expect(known).toMatchObject(session.user);
  });

  it('tells nothing of why it refuses', async () => {
    const tries = [
      { mail: 'helene@club.fr', password: 'wrong' },
      { mail: 'nobody@club.fr', password },
      { mail: 'theo@club.fr', password: 'nobody' },
    ];
    for (const body of tries)
      expect(await refusalOf(test.connect().call(api.login, { body }))).toBe('session.badCredentials');
    const odd = test.connect().call(api.login, { body: { mail: 'x', password: '' } });
    await expect(odd).rejects.toMatchObject({ status: 422, body: { fields: { mail: 'email', password: 'required' } } });
  });

  it('slows down who guesses, and forgives with time', async () => {
    const browser = test.connect();
    const before = refusedLogins;
    const guess = () => refusalOf(browser.call(api.login, { body: { mail: 'ines@club.fr', password: 'guess' } }));
    for (let n = 0; n < 10; n += 1) expect(await guess()).toBe('session.badCredentials');
    const refused = browser.call(api.login, { body: { mail: 'ines@club.fr', password } });
    await expect(refused).rejects.toMatchObject({ status: 429, retryAfterSeconds: 300 });
    expect(refusedLogins - before).toBe(11);
    await test.signIn(helene);
    expect(refusedLogins - before).toBe(11);
    test.pass(301);
    await test.signIn('ines@club.fr');
  });

  it('knows nobody without a session', async () => {
    expect(await test.connect().call(api.ping)).toEqual({ user: null });
    expect(await refusalOf(test.connect().call(api.currentLogin))).toBe('session.required');
    expect(isRefusal(await test.accounts.authenticate('Bearer a.b.c'))).toBe(true);
    expect(isRefusal(await test.accounts.authenticate('Basic eA=='))).toBe(true);
  });
});

describe('staying signed in', () => {
  it('renews an expired session once for all callers at the same time', async () => {
    const seen: string[] = [];
    const browser = test.connect({
      fetch: (address, init) => {
        seen.push(new URL(address).pathname);
        return fetch(address, init);
      },
    });
    await browser.call(api.login, { body: { mail: helene, password } });
    test.pass(limits.accessTokenSeconds + 1);
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.call(api.currentLogin)));
    expect(new Set(answers.map((answer) => answer.user.mail))).toEqual(new Set(['helene@club.fr']));
    expect(seen.filter((path) => path === '/api/refresh')).toHaveLength(1);
  });

  it('lets two tabs renew at once, but ends every session of a stolen token', async () => {
    const { session } = await test.signIn(helene);
    const [one, two] = await Promise.all([refreshWith(session.refresh_token), refreshWith(session.refresh_token)]);
    if (typeof one === 'string' || typeof two === 'string') throw new Error(`refused: ${one} ${two}`);
    expect(one.refreshToken).not.toBe(two.refreshToken);
    expect(one.uniqueId).toBe(session.unique_id);
    test.pass(11);
    expect(typeof (await refreshWith(one.refreshToken))).toBe('object');
    expect(await refreshWith(session.refresh_token)).toBe('session.expired');
    expect(await refreshWith(two.refreshToken)).toBe('session.expired');
    expect(isRefusal(await test.accounts.authenticate(`Bearer ${one.accessToken}`))).toBe(true);
  });

  it('takes a token again only for tabs that asked at once, not from who is behind', async () => {
    const renewed = async (token: string) => {
      const tokens = await refreshWith(token);
      if (typeof tokens === 'string') throw new Error(`refused: ${tokens}`);
      return tokens;
    };
    const { session } = await test.signIn(helene);
    const first = session.refresh_token;
    const tabs = await Promise.all([renewed(first), renewed(first), renewed(first)]);
    expect(new Set(tabs.map(({ refreshToken }) => refreshToken)).size).toBe(3);
    // Each tab goes on with its own, and may be in a race again.
    const [one, two] = tabs;
    test.pass(600);
    const next = await renewed(one?.refreshToken ?? '');
    test.pass(5);
    await renewed(two?.refreshToken ?? '');
    await renewed(two?.refreshToken ?? '');
    test.pass(600);
    const last = await renewed(next.refreshToken);
    const newest = await renewed(last.refreshToken);
    expect(await refreshWith(next.refreshToken)).toBe('session.expired');
    expect(await refreshWith(newest.refreshToken)).toBe('session.expired');
    expect(isRefusal(await test.accounts.authenticate(`Bearer ${newest.accessToken}`))).toBe(true);
  });

  it('ends after 30 days without use, and tells the caller once', async () => {
    let ended = 0;
    const tokens = memoryTokens();
    const browser = test.connect({ tokens, onSessionEnded: () => (ended += 1) });
    await browser.call(api.login, { body: { mail: helene, password } });
    test.pass(limits.refreshTokenSeconds);
    const calls = [1, 2].map(() => refusalOf(browser.call(api.currentLogin)));
    expect(await Promise.all(calls)).toEqual(['session.expired', 'session.expired']);
    expect([ended, tokens.read()]).toEqual([1, undefined]);
  });

  it('ends at once with sign-out, for access and refresh tokens, also when the access token is old', async () => {
    const { session, call } = await test.signIn(helene);
    test.pass(limits.accessTokenSeconds + 1);
    await call(api.logout);
    expect(await refreshWith(session.refresh_token)).toBe('session.expired');
    const second = await test.signIn(helene);
    await second.call(api.logout);
    expect(isRefusal(await test.accounts.authenticate(`Bearer ${second.session.access_token}`))).toBe(true);
  });

  it('is kept by tokens of this server only', async () => {
    const { session } = await test.signIn(helene);
    const again = await createAccounts({
      db: test.db,
      clock: test.clock,
      log: createLog('silent'),
      secrets: openTestSecrets(),
    });
    expect(isRefusal(await again.authenticate(`Bearer ${session.access_token}`))).toBe(false);
    const [head, body] = session.access_token.split('.');
    expect(isRefusal(await again.authenticate(`Bearer ${head}.${body}.AAAA`))).toBe(true);
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(isRefusal(await again.authenticate(`Bearer ${none}.${body}.`))).toBe(true);
  });

  it('tells a server that is away from one that refuses', async () => {
    const away = test.connect({ baseUrl: 'http://127.0.0.1:9/api' });
    await expect(away.call(api.ping)).rejects.toBeInstanceOf(NetworkError);
    const stop = new AbortController();
    stop.abort();
    await expect(away.call(api.ping, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a browser that keeps its session in cookies', () => {
  it('signs in, calls, renews and signs out', async () => {
    const jar = new Map<string, string>();
    const browser = createClient({
      baseUrl: test.baseUrl,
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
    await browser.call(api.login, { body: { mail: helene, password } });
    jar.delete('sillage_access');
    expect((await browser.call(api.currentLogin)).user.mail).toBe('helene@club.fr');
    expect(jar.has('sillage_access')).toBe(true);
    await browser.call(api.logout);
    expect(jar.size).toBe(0);
    expect(await refusalOf(browser.call(api.currentLogin))).toBe('session.required');
  });
});

describe('the first administrator', () => {
  it('is made once with a password that works, which the configuration may replace', async () => {
    const mail = 'admin@club.fr';
    const madeUp = await test.accounts.ensureAdministrator({ mail, password: undefined, clientId });
    expect((await test.signIn(mail, madeUp ?? '')).session.user.roles).toEqual(['Admin']);
    expect(await test.accounts.ensureAdministrator({ mail, password: undefined, clientId })).toBeUndefined();
    await test.signIn(mail, madeUp ?? '');
    expect(await test.accounts.ensureAdministrator({ mail, password, clientId })).toBeUndefined();
    await test.signIn(mail);
  });
});
