import { verify } from '@node-rs/argon2';
import { memoryTokens } from '@sillage/client';
import { api, isRefusal } from '@sillage/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardSecrets } from './guard-secrets.ts';
import { openTestAccounts, password, refusalOf, type TestAccounts } from './open-test-accounts.ts';

// The real hashing, counted: how long a sign-in takes is how many hashes it computes.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

let test: TestAccounts;
beforeAll(async () => {
  test = await openTestAccounts();
  await test.addPerson({ mail: 'ines@club.fr', roles: ['Athlete'] });
  await test.addPerson({ mail: 'invited@club.fr', roles: ['Athlete'], password: null });
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

  it('is limited for a mail from however many addresses of a network, known or not', async () => {
    for (const mail of ['ines@club.fr', 'nobody@club.fr']) {
      const codes = [];
      for (let n = 0; n < 60; n += 1) codes.push((await guess(mail, 'guess', `198.51.100.${n}`)).statusCode);
      expect(codes).toEqual([...Array(50).fill(401), ...Array(10).fill(429)]);
    }
  });

  it('from a thousand networks is tried 150 times, from all addresses of one home of IPv6 10 times', async () => {
    const from = (n: number) => `10.${n >> 8}.${n & 255}.1`;
    const codes = [];
    for (let n = 0; n < 300; n += 1) codes.push((await guess('nobody@club.fr', 'guess', from(n))).statusCode);
    expect(codes.filter((code) => code === 401)).toHaveLength(150);
    test.pass(3600);
    const home = [];
    for (let n = 0; n < 12; n += 1) {
      home.push((await guess('ines@club.fr', 'guess', `2001:db8:0:1::${n.toString(16)}`)).statusCode);
    }
    expect(home).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('of strangers keeps nobody out who comes from where they were before, or from somewhere new', async () => {
    expect((await guess('ines@club.fr', password, '192.0.2.7')).statusCode).toBe(200);
    for (let n = 0; n < 120; n += 1) await guess('ines@club.fr', 'guess', `198.51.100.${n}`);
    expect((await guess('ines@club.fr', password, '198.51.100.200')).statusCode).toBe(429);
    expect((await guess('ines@club.fr', password, '192.0.2.7')).statusCode).toBe(200);
    expect((await guess('ines@club.fr', password, '203.0.113.77')).statusCode).toBe(200);
  });

  it('of a stranger behind the same address keeps nobody out whose browser is known', async () => {
    const browser = 'tablet-of-ines-0001';
    const signIn = (secret: string) =>
      test.http.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'x-unique-id': browser },
        payload: { mail: 'ines@club.fr', password: secret },
        remoteAddress: '203.0.113.9',
      });
    expect((await signIn(password)).statusCode).toBe(200);
    for (let n = 0; n < 20; n += 1) await guess('ines@club.fr', 'guess', '203.0.113.9');
    expect((await guess('ines@club.fr', password, '203.0.113.9')).statusCode).toBe(429);
    expect((await signIn(password)).statusCode).toBe(200);
    // Also after a restart of the server, while the browser has a session; and it may guess as little as others.
    const codes = [];
    for (let n = 0; n < 12; n += 1) codes.push((await signIn('guess')).statusCode);
    expect(codes).toEqual([...Array(10).fill(401), 429, 429]);
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
