import { randomUUID } from 'node:crypto';
import { api, limits } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { ensureHomeClient } from '../clients/index.ts';
import { createUser } from './index.ts';
import type { SessionsEnded } from './open-sessions.ts';
import { openTestAccounts, password, refusalOf, type TestAccounts } from './open-test-accounts.ts';

let hub: TestAccounts;
/** What those who hold live connections were told. */
const told: Parameters<SessionsEnded>[0][] = [];

beforeAll(async () => {
  hub = await openTestAccounts({ sessionsEnded: (ended) => void told.push(ended) });
  const clientId = await ensureHomeClient(hub.db);
  const person = { firstname: 'X', lastname: 'Y', clientId, roles: ['Coach'], groupIds: [], password } as const;
  for (const mail of ['a@b.fr', 'c@d.fr']) await createUser(hub.db, { ...person, mail });
});
afterAll(() => hub.close());

/** The session of an access token, as live connections know it. */
const sessionIdOf = async (token: string) => {
  const caller = await hub.accounts.authenticate(`Bearer ${token}`);
  return 'sessionId' in caller ? caller.sessionId : undefined;
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

  test('by a refresh token that comes back is told, too', async () => {
    const { session } = await hub.signIn('a@b.fr');
    const sessionId = await sessionIdOf(session.access_token);
    const renew = () => refreshWith(session.refresh_token);
    expect(await renew()).toBe(200);
    hub.pass(11);
    told.length = 0;
    expect(await renew()).toBe(401);
    expect(told).toEqual([{ sessionId }]);
  });

  test('by a refresh token that comes back after the clock was set back is told as well', async () => {
    const { session } = await hub.signIn('a@b.fr');
    expect(await refreshWith(session.refresh_token)).toBe(200);
    hub.pass(-3600);
    expect(await refreshWith(session.refresh_token)).toBe(401);
    hub.pass(3600);
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

test('wrong passwords that were counted before the clock was set back do not lock anybody out for longer', async () => {
  hub.pass(365 * 86_400);
  for (let n = 0; n < 10; n++) expect(await refusalOf(hub.signIn('a@b.fr', 'wrong'))).toBe('session.badCredentials');
  expect(await refusalOf(hub.signIn('a@b.fr', password))).toBe('request.tooMany');
  hub.pass(-365 * 86_400);
  expect(await refusalOf(hub.signIn('a@b.fr', password))).toBe('none');
});
