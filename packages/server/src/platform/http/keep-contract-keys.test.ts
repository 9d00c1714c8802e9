import { api, endpoint } from '@sillage/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Answer } from './answer.ts';
import { keepContractKeys } from './keep-contract-keys.ts';
import { openTestHttp } from './open-test-http.ts';

const Boat = z.object({ name: z.string(), owner: z.object({ id: z.int() }).nullable(), notes: z.unknown() });
const kept = (schema: z.ZodType, value: unknown) => keepContractKeys(schema)(value);

describe('fields that a schema does not name are left out', () => {
  const hash = { password_hash: 'argon2' };
  const boat = { name: 'a', owner: { id: 1 }, notes: { any: 'thing' } };
  const leaking = { ...boat, owner: { id: 1, ...hash }, ...hash };

  test.each([
    ['of an object and those in it', Boat, leaking, boat],
    ['of a list', z.array(Boat), [boat, leaking], [boat, boat]],
    ['of values of any name', z.record(z.string(), Boat), { x: leaking }, { x: boat }],
    ['of what may be absent', Boat.nullish(), leaking, boat],
    ['of a pair', z.tuple([z.string(), Boat]), ['a', leaking], ['a', boat]],
    [
      'of either of two',
      z.union([z.string(), Boat, z.object({ code: z.string() })]),
      { code: 'c', ...leaking },
      { code: 'c', ...boat },
    ],
    ['of what the reader turns into something else', Boat.transform(() => 1), leaking, boat],
  ])('%s', (_, schema, value, expected) => {
    expect(kept(schema, value)).toEqual(expected);
  });

  test('and values that break their rules stay: what was kept long ago is still answered', () => {
    expect(kept(z.array(Boat), [{ name: 7, owner: 'x' }])).toEqual([{ name: 7, owner: 'x' }]);
    expect(kept(Boat, null)).toBeNull();
  });

  test('and loose ones take any; what has nothing to lose is the very same value', () => {
    expect(kept(z.looseObject({ a: z.int() }), { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
    const value = { a: 1, list: [boat] };
    expect(kept(z.object({ a: z.int(), list: z.array(Boat) }), value)).toBe(value);
  });

  test('in the lists of people: neither hashes nor tokens', () => {
    const person = { id: 1, lastname: 'M', groups: [{ id: 2, name: 'g', ...hash }], ...hash };
    const external = { externalAPI: { nolio: { enabled: true, user: 'x', has_token: true, token: 'secret' } } };
    const sent = JSON.stringify(kept(api.listUsers.reply, { items: [{ ...person, ...external }], total: 1 }));
    expect(sent).not.toMatch(/argon2|secret/);
    expect(sent).toContain('"lastname":"M"');
  });
});

describe('behind the door', () => {
  const common = { summary: 's', access: 'signedIn', method: 'GET', reply: Boat } as const;
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  beforeAll(async () => {
    http = await openTestHttp();
    const row = { name: 'a', owner: null, notes: 1, secret_hash: 'x' };
    http.http.serve(endpoint({ ...common, name: 'plain', path: '/plain' }), async () => row);
    http.http.serve(
      endpoint({ ...common, name: 'stamped', path: '/stamped' }),
      async () => new Answer(200, row, { 'x-mark': 'm' }),
    );
  });
  afterAll(() => http.close());

  test.each(['plain', 'stamped'])('no answer has more (%s)', async (name) => {
    const headers = { authorization: 'Bearer coach' };
    const answer = await http.http.app.inject({ url: `/api/${name}`, headers });
    expect(answer.json()).toEqual({ name: 'a', owner: null, notes: 1 });
    expect(answer.headers['x-mark']).toBe(name === 'stamped' ? 'm' : undefined);
  });
});
