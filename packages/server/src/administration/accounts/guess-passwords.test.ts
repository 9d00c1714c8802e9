import { verify } from '@node-rs/argon2';
import { memoryTokens } from '@sillage/client';
import { api, isRefusal } from '@sillage/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureHomeClient } from '../clients/index.ts';
import { guardSecrets } from './guard-secrets.ts';
import { createUser } from './index.ts';
import { openTestAccounts, password, refusalOf, type TestAccounts } from './open-test-accounts.ts';

// The real hashing, counted: how long a sign-in takes is how many hashes it computes.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

let test: TestAccounts;
beforeAll(async () => {
  test = await openTestAccounts();
  const clientId = await ensureHomeClient(test.db);
  const person = { firstname: 'X', lastname: 'Y', clientId, groupIds: [], roles: ['Athlete'] as const };
  await createUser(test.db, { ...person, mail: 'ines@club.fr', password });
  await createUser(test.db, { ...person, mail: 'invited@club.fr', password: null });
});
afterAll(() => test?.close());
beforeEach(() => {
  test.pass(3600);
  vi.mocked(verify).mockClear();
});

const guess = (mail: string, secret = 'guess', from = '203.0.113.1') =>
  test.http.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { mail, password: secret },
    remoteAddress: from,
  });

describe('a wrong password', () => {
  it('costs the same work whether the mail is known, unknown or has no password yet', async () => {
    const costs = [];
    for (const mail of ['ines@club.fr', 'nobody@club.fr', 'invited@club.fr']) {
      const before = vi.mocked(verify).mock.calls.length;
      const answer = await guess(mail);
      const hashes = vi
        .mocked(verify)
        .mock.calls.slice(before)
        .map(([hash]) => String(hash).split('$').slice(1, 4));
      costs.push([answer.statusCode, answer.json().code, hashes]);
    }
    expect(costs[0]?.[2]).toHaveLength(1);
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[2]).toEqual(costs[0]);
  });

  it('is computed 10 times for a hundred guesses at once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => guess('ines@club.fr')));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(90);
    expect(verify).toHaveBeenCalledTimes(10);
    const right = await guess('ines@club.fr', password);
    expect([right.statusCode, right.headers['retry-after']]).toEqual([429, '300']);
    // The person elsewhere is not locked out by it.
    expect((await guess('ines@club.fr', password, '203.0.113.2')).statusCode).toBe(200);
  });

  it('is limited for a mail from however many addresses, known or not', async () => {
    for (const mail of ['ines@club.fr', 'nobody@club.fr']) {
      const codes = [];
      for (let n = 0; n < 60; n += 1) codes.push((await guess(mail, 'guess', `198.51.100.${n}`)).statusCode);
      expect(codes).toEqual([...Array(50).fill(401), ...Array(10).fill(429)]);
    }
  });

  it('is nothing that many right ones at once are taken for', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess('ines@club.fr', password)));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });
});

it('a check that breaks does not hold up the next one', async () => {
  const guard = guardSecrets({ nowMs: () => 0, monotonicMs: () => 0 });
  const of = { mail: 'a', address: 'b' };
  await expect(guard(of, () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
  expect(await guard(of, async () => 'right')).toBe('right');
  expect(isRefusal(await guard(of, async () => undefined))).toBe(false);
});

describe('a session that is renewed while all sessions of its person end', () => {
  it('ends, too', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { session } = await test.signIn('ines@club.fr');
      const tokens = memoryTokens();
      tokens.write({ accessToken: 'x', refreshToken: session.refresh_token, uniqueId: 'browser-1' });
      const tab = test.connect({ tokens });
      const [renewed] = await Promise.all([
        refusalOf(tab.refreshSession()),
        test.accounts.endSessions([session.user.id]),
      ]);
      expect(['none', 'session.expired']).toContain(renewed);
      expect(await refusalOf(tab.call(api.currentLogin))).not.toBe('none');
    }
  });
});
