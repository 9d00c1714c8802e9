import type { ApiClient } from '@sillage/client';
import { api, type Endpoint } from '@sillage/contract';
import { brokerSecret, startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Population, populate } from '../permissions/populate-clients.ts';
import { ask, endpoints, refused } from './ask-past-the-client.ts';

let hub: TestHub;
let people: Population;
let admin: ApiClient;
let headers: Record<string, string>;
beforeAll(async () => {
  hub = await startTestHub();
  people = await populate(hub);
  admin = hub.client;
  headers = { authorization: people.callers.Admin, 'x-broker-secret': brokerSecret };
});
afterAll(async () => {
  await hub?.stop();
});

const named = (endpoint: Endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const;
/** With ids that are there, so that the attack reaches what is behind the parsing of the address. */
function addressOf({ path }: Endpoint): string {
  const known: Record<string, string> = {
    table: 'users',
    tableName: 'User',
    provider: 'nolio',
    fileType: 'stats',
    token: 'x',
  };
  return path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? '1');
}
/** Restarting, or ending the session that the tests need, is nobody's attack. */
const walked = endpoints.filter(
  ({ name }) => !['restartServer', 'logout', 'refresh', 'exampleDatabase', 'downloadLogs'].includes(name),
);
const withBody = walked.filter(({ method }) => method !== 'GET');

describe('JSON that is made to hurt', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const poisons = {
    'JSON 200,000 deep': deep,
    'objects 200,000 deep': `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
    __proto__: '{"__proto__":{"roles":["Admin"]},"name":"x"}',
    '__proto__ below': '{"name":"x","other_data":{"a":{"__proto__":{"polluted":true}}}}',
    'a NUL': '{"name":"a\\u0000b"}',
    'half a character': '{"name":"\\ud800"}',
    'an end that is missing': '{"name":"x"',
    'no JSON': 'name=x',
    'a name of 2 MB': JSON.stringify({ name: 'x'.repeat(2_000_000) }),
  };
  // Who brings no code of a hub is turned away before anything is read.
  const unread = ({ access }: Endpoint): number[] => (access === 'hub' ? [401] : []);
  test.each(withBody.map(named))('is refused at the door, with 400 or 413: %s', async (_, endpoint) => {
    for (const [what, body] of Object.entries(poisons)) {
      const answer = await ask(hub, addressOf(endpoint), { method: endpoint.method, body, headers });
      expect
        .soft({ what, refused: [...unread(endpoint), 400, 413, 429].includes(answer.status), status: answer.status })
        .toMatchObject({ what, refused: true });
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('in the part "data" of a form is refused, too', async () => {
    for (const [what, body] of Object.entries(poisons)) {
      const form = new FormData();
      form.append('data', body);
      const answer = await ask(hub, '/clients', { method: 'POST', body: form, headers });
      expect
        .soft({ what, refused: [400, 413].includes(answer.status), status: answer.status })
        .toMatchObject({ what, refused: true });
    }
  });

  test('with the names of inherited things is data like any other', async () => {
    const other_data = { constructor: { prototype: { polluted: 1 } }, toString: 'x', hasOwnProperty: 'y' };
    const { id } = await people.target('device', 'own');
    const kept = await admin.call(api.editDevice, { params: { id }, body: { other_data } });
    expect(kept.other_data).toEqual(other_data);
    const config = JSON.stringify({ modules: { constructor: { type: 'imu' } }, toString: 1 });
    const { id: configId } = await people.target('config', 'own');
    await admin.call(api.editConfig, { params: { id: configId }, body: { config } });
    const seen = await admin.call(api.readConfig, { params: { id: configId } });
    expect(seen.config).toBe(config);
    for (const cookie_name of ['constructor', '__proto__', 'toString::valueOf::hasOwnProperty']) {
      const params = { tableName: 'User' as const, id: hub.user.id };
      await refused(
        admin.call(api.createParameter, { params, query: { cookie_name }, body: { type: 'string', default: 'x' } }),
      );
      const all = await ask(hub, `/cookies/User/${hub.user.id}/all`, { headers });
      expect.soft({ cookie_name, status: all.status }).toEqual({ cookie_name, status: 200 });
    }
    expect(await refused(admin.call(api.createTask, { body: { name: 'constructor' } }))).toBe('task.unknown');
    expect(await refused(admin.call(api.createTask, { body: { name: '__proto__' } }))).toBe('task.unknown');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('stored as text in a configuration or a template is parsed without harm', async () => {
    const texts = [deep.slice(0, 90_000) + deep.slice(-90_000), '{"__proto__":{"polluted":1},"modules":{}}'];
    for (const config of texts) {
      const body = { name: 'hurts', config };
      const made = await ask(hub, '/configs', { method: 'POST', body, headers });
      expect.soft(made.status).toBeLessThan(500);
      const sensor = await ask(hub, '/sensors', { method: 'POST', body: { name: 's', type: 'imu', config }, headers });
      expect.soft(sensor.status).toBeLessThan(500);
      if (sensor.status === 201) {
        const filled = await ask(hub, `/sensors/${JSON.parse(sensor.text).id}/fill`, {
          method: 'POST',
          body: {},
          headers,
        });
        expect.soft(filled.status).toBeLessThan(500);
      }
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('odd addresses and queries', () => {
  const odd = [
    '%00',
    '..%2f..%2fetc%2fpasswd',
    '9'.repeat(400),
    '-1',
    '0x1',
    '1e3',
    'NaN',
    '%',
    '%ff',
    '__proto__',
    "1'--",
  ];
  test.each(walked.filter(({ path }) => path.includes(':')).map(named))(
    'never break the server: %s',
    async (_, endpoint) => {
      for (const id of odd) {
        const path = endpoint.path.replace(/:\w+/g, id);
        const answer = await ask(hub, path, { method: endpoint.method, headers });
        expect.soft({ id, broken: answer.status >= 500 }).toEqual({ id, broken: false });
      }
    },
  );
  test.each(walked.filter(({ method }) => method === 'GET').map(named))(
    'never break it in a query: %s',
    async (_, endpoint) => {
      const queries = [
        '__proto__[a]=1',
        'constructor=1&constructor=2',
        'id=9999999999999',
        'last_epoch=NaN',
        'range=1',
        'limit=1e9',
        'cookie_name=__proto__',
        'names=a&names=b',
        `name=${'x'.repeat(5000)}`,
      ];
      for (const query of queries) {
        const answer = await ask(hub, `${addressOf(endpoint)}?${query}`, { headers });
        expect.soft({ query, broken: answer.status >= 500 }).toEqual({ query, broken: false });
      }
    },
  );
});

describe('lists', () => {
  const lists = endpoints.filter(
    ({ method, path }) =>
      method === 'POST' && path.endsWith('/all') && !path.includes(':') && !path.startsWith('/utils'),
  );
  const page = (text: string): { items?: unknown[]; records?: unknown[] } => JSON.parse(text);

  test('there are some', () => expect(lists.length).toBeGreaterThan(10));
  test.each(lists.map(named))('are not made to answer without bound: %s', async (_, endpoint) => {
    const list = (body: object) => ask(hub, endpoint.path, { method: 'POST', body, headers });
    expect((await list({ pageSize: 1001 })).status).toBe(422);
    expect((await list({ pageSize: 1e9 })).status).toBe(422);
    expect((await list({ pageId: 0 })).status).toBe(422);
    expect((await list({ pageId: 1.5 })).status).toBe(422);
    const far = await list({ pageId: 2_147_483_647, pageSize: 1000 });
    expect([200, 422]).toContain(far.status);
    const farther = await list({ pageId: Number.MAX_SAFE_INTEGER, pageSize: 1000 });
    expect([200, 422]).toContain(farther.status);
    expect((await list({ clientIds: Array(1001).fill(1) })).status).not.toBe(500);
  });

  test.each(lists.filter(({ name }) => name !== 'listTasks').map(named))(
    'search for text, not for patterns: %s',
    async (_, endpoint) => {
      const list = (search: string) => ask(hub, endpoint.path, { method: 'POST', body: { search }, headers });
      for (const search of [
        '%',
        '_',
        '%%',
        '\\',
        "'; drop table users; --",
        '(a+)+$',
        '.*',
        '[',
        `${'a'.repeat(199)}!`,
      ]) {
        const answer = await list(search);
        expect.soft({ search, status: answer.status }).toEqual({ search, status: 200 });
        const { items, records } = page(answer.text);
        // Nothing in these two clients has such a sign in a name.
        if (!/cloud_urls|sports|sensors|hubs|mallettes|records/.test(endpoint.path) && search !== '_') {
          expect.soft({ search, found: (items ?? records ?? []).length }).toEqual({ search, found: 0 });
        }
      }
      expect((await list('x'.repeat(201))).status).toBe(422);
    },
  );

  test.each(lists.filter(({ name }) => name !== 'listTasks' && name !== 'listRecords').map(named))(
    'are sorted by what the contract names only: %s',
    async (_, endpoint) => {
      for (const sort_by of ['password_hash', 'id; drop table users', '__proto__', 'constructor', ['id']]) {
        const answer = await ask(hub, endpoint.path, { method: 'POST', body: { sort_by }, headers });
        expect.soft({ sort_by, status: answer.status }).toEqual({ sort_by, status: 422 });
      }
    },
  );
});

describe('curves', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `wanted_y=i.${n}`).join('&');
  test.each([
    ['900 names', `/records/1/data?${names(900)}&maxData=200000`],
    ['one name 900 times', `/records/1/data?${'wanted_y=i.v&'.repeat(900)}maxData=4`],
    ['64 names with all their points', `/records/1/data?${names(64)}&maxData=200000`],
    ['statistics of one name 900 times', `/records/1/stats?${'variable=imu.v&'.repeat(900)}`],
  ])('are not asked for without bound: %s', async (_, path) => {
    const answer = await ask(hub, path, { headers });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([422, 'request.invalid']);
  });

  test('are not asked for of records without number', async () => {
    const data = Object.fromEntries(Array.from({ length: 50_000 }, (_, id) => [id + 1, []]));
    const answer = await ask(hub, '/records/data', { method: 'POST', body: { data }, headers });
    expect(answer.status).toBe(422);
  });
});
