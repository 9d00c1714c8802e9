import { randomUUID } from 'node:crypto';
import { api, limits } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { hashToken } from './hash-token.ts';
import { openSessionTime } from './keep-session-time.ts';
import type { SessionsEnded } from './open-sessions.ts';
import { openTestAccounts, password, refusalOf, type TestAccounts } from './open-test-accounts.ts';
import { forgetOldTokens } from './tidy-sessions.ts';

let hub: TestAccounts;
/** What those who hold live connections were told. */
const told: Parameters<SessionsEnded>[0][] = [];

beforeAll(async () => {
  hub = await openTestAccounts({ sessionsEnded: (ended) => void told.push(ended) });
  for (const mail of ['a@b.fr', 'c@d.fr']) await hub.addPerson({ mail });
});
afterAll(() => hub.close());

/** The session of an access token, as live connections know it. */
const sessionIdOf = async (token: string) => {
  const caller = await hub.accounts.authenticate(`Bearer ${token}`);
  return 'sessionId' in caller ? caller.sessionId : undefined;
};

/** The next token, of a renewal by this one. */
const renewedWith = async (token: string): Promise<string> => {
  const authorization = `Bearer ${token}`;
  const answer = await hub.http.app.inject({ method: 'POST', url: '/api/refresh', headers: { authorization } });
  expect(answer.statusCode).toBe(200);
  return answer.json().refresh_token;
};

/** Status of a renewal by this very token. */
const refreshWith = async (token: string) => {
  const authorization = `Bearer ${token}`;
  return (await hub.http.app.inject({ method: 'POST', url: '/api/refresh', headers: { authorization } })).statusCode;
};

describe('the end of a session', () => {
  test('by logging out is told of this session, by which its connections in other tabs end, and of no other', async () => {
    const [one, other] = [await hub.signIn('a@b.fr'), await hub.signIn('a@b.fr')];
    const sessionId = await sessionIdOf(one.session.access_token);
    expect(sessionId).toBeDefined();
    expect(await sessionIdOf(other.session.access_token)).not.toBe(sessionId);
    told.length = 0;
    await one.call(api.logout);
    expect(told).toEqual([{ sessionId }]);
    expect(await refusalOf(other.call(api.currentLogin))).toBe('none');
  });

  test('by a refresh token that comes back after somebody went on with its successor is told, too', async () => {
    const { session } = await hub.signIn('a@b.fr');
    const sessionId = await sessionIdOf(session.access_token);
    const successor = await renewedWith(session.refresh_token);
    await renewedWith(successor);
    hub.pass(11);
    told.length = 0;
    expect(await refreshWith(session.refresh_token)).toBe(401);
    expect(told).toEqual([{ sessionId }]);
    expect(await refreshWith(successor)).toBe(401);
  });

  test('of several people ends theirs in one go, and nobody else’s', async () => {
    const [a, c, d] = [await hub.signIn('a@b.fr'), await hub.signIn('a@b.fr'), await hub.signIn('c@d.fr')];
    told.length = 0;
    await hub.accounts.endSessions([a.session.user.id]);
    expect(told).toEqual([{ userIds: [a.session.user.id] }]);
    for (const gone of [a, c]) expect(await sessionIdOf(gone.session.access_token)).toBeUndefined();
    expect(await sessionIdOf(d.session.access_token)).toBeDefined();
    await hub.accounts.endSessions([a.session.user.id, d.session.user.id]);
    expect(await hub.db.$count(tables.refreshTokens)).toBe(0);
  });
});

test('a person has a bounded number of sessions: those used longest ago end for new ones', async () => {
  const used = await hub.signIn('c@d.fr');
  const { id: userId } = used.session.user;
  const expiresAt = new Date(hub.clock.nowMs() + 1e6);
  const idle = Array.from({ length: limits.sessionsAUser - 1 }, (_, n) => ({
    familyId: randomUUID(),
    userId,
    tokenHash: `idle ${n}`,
    expiresAt,
    uniqueId: 'x',
  }));
  await hub.db.insert(tables.refreshTokens).values(idle);
  expect(await refreshWith(used.session.refresh_token)).toBe(200);
  await hub.signIn('c@d.fr');
  const left = await hub.db.select().from(tables.refreshTokens).where(eq(tables.refreshTokens.userId, userId));
  expect(new Set(left.map(({ familyId }) => familyId)).size).toBe(limits.sessionsAUser);
  expect(left.map(({ tokenHash }) => tokenHash)).not.toContain('idle 0');
  expect(await refusalOf(used.call(api.currentLogin))).toBe('none');
});

describe('a renewal whose answer was lost', () => {
  for (const seconds of [1, 30, 600, 86_400]) {
    test(`and that is repeated after ${seconds} s is no theft`, async () => {
      const { session } = await hub.signIn('a@b.fr');
      const lost = await renewedWith(session.refresh_token);
      hub.pass(seconds);
      const got = await renewedWith(session.refresh_token);
      expect(await refreshWith(got)).toBe(200);
      // Nobody makes use of the lost one later, but of a race of tabs each goes on with its own.
      expect(await refreshWith(lost)).toBe(seconds > 10 ? 401 : 200);
    });
  }
});

test('who tries passwords behind the same address keeps no session there from being renewed', async () => {
  const few = await openTestAccounts({ sessionTriesPerMinute: 5 });
  await few.addPerson({ mail: 'a@b.fr' });
  const { session } = await few.signIn('a@b.fr');
  const codes = [];
  for (let n = 0; n < 6; n++) codes.push(await refusalOf(few.signIn(`${n}@b.fr`, 'guess')));
  expect(codes.at(-1)).toBe('request.tooMany');
  const renew = (token: string) =>
    few.http.app.inject({ method: 'POST', url: '/api/refresh', headers: { authorization: `Bearer ${token}` } });
  for (let n = 0; n < 6; n++) await renew('made-up');
  expect((await renew(session.refresh_token)).statusCode).toBe(200);
  await few.close();
});

describe('a host whose clock is set', () => {
  const year = 365 * 86_400;
  for (const step of [1, 60, 86_400, year, -1, -60, -86_400, -year]) {
    test(`by ${step} s ends no session and lengthens none`, async () => {
      const { session } = await hub.signIn('a@b.fr');
      hub.setClock(step);
      expect(await sessionIdOf(session.access_token)).toBeDefined();
      const next = await renewedWith(session.refresh_token);
      hub.pass(limits.accessTokenSeconds + 1);
      expect(await sessionIdOf(session.access_token)).toBeUndefined();
      hub.pass(limits.refreshTokenSeconds);
      expect(await refreshWith(next)).toBe(401);
      hub.setClock(-step);
    });
  }

  test('is noticed also when the program is started again', async () => {
    for (const step of [year, -year]) {
      const time = await openSessionTime(hub.db, hub.clock);
      hub.pass(100);
      hub.setClock(step);
      await time.keep();
      expect((await openSessionTime(hub.db, hub.clock)).nowMs()).toBe(time.nowMs());
    }
  });
});

test('while the program is off, sessions grow older by the host’s clock', async () => {
  const time = await openSessionTime(hub.db, hub.clock);
  await time.keep('always');
  const before = time.nowMs();
  // Off: the monotonic clock of the next program starts anew.
  const off = { nowMs: () => hub.clock.nowMs() + 3 * 86_400_000, monotonicMs: () => 0 };
  expect((await openSessionTime(hub.db, off)).nowMs() - before).toBe(3 * 86_400_000);
  await time.keep('always');
});

test('tokens that are over are forgotten, of people who never come back as well', async () => {
  const { session: old } = await hub.signIn('c@d.fr');
  hub.pass(60);
  const { session } = await hub.signIn('a@b.fr');
  const tokens = () => hub.db.select().from(tables.refreshTokens);
  const endOf = async (token: string) =>
    (await tokens()).find(({ tokenHash }) => tokenHash === hashToken(token))?.expiresAt.getTime();
  const end = (await endOf(old.refresh_token)) ?? 0;
  await forgetOldTokens(hub.db, { nowMs: () => end + 1 });
  expect(await endOf(old.refresh_token)).toBeUndefined();
  expect(await endOf(session.refresh_token)).toBe(end + 60_000);
});

test('wrong passwords lock nobody out for longer when the clock is set', async () => {
  hub.pass(301);
  for (const step of [365 * 86_400, -365 * 86_400]) {
    for (let n = 0; n < 10; n++) expect(await refusalOf(hub.signIn('a@b.fr', 'wrong'))).toBe('session.badCredentials');
    hub.setClock(step);
    expect(await refusalOf(hub.signIn('a@b.fr', password))).toBe('request.tooMany');
    hub.pass(301);
    expect(await refusalOf(hub.signIn('a@b.fr', password))).toBe('none');
  }
});
