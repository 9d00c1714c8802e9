import { readFile } from 'node:fs/promises';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { listenTo, type Program, plainProgram, type Said, signInPlainly } from './plain-program.ts';

const page = await readFile(new URL('../../../../docs/programs.md', import.meta.url), 'utf8');
/** Rows of the page's table of rooms: the room, its event, what it carries. */
const rooms = [...page.matchAll(/^\| `(app\/[^`]+)` \| `(app\/[^`]+)` \| (.+) \|$/gm)].map(
  ([, room = '', event = '', payload = '']) => ({ room, event, atOnce: /at once/i.test(payload) }),
);

const device = 10200042;
let hub: TestHub;
let ask: Program;
let session: Said;
let described: Said;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!'));
  described = (await ask('GET', '/openapi.json')).body;
  await hub.plug([device]);
});
afterAll(async () => {
  await hub?.stop();
});

function enter(message: object) {
  const socket = listenTo(hub.url);
  onTestFinished(() => void socket.close());
  socket.say('subscribe', message);
  return socket;
}

const readableRecord = (): Promise<Said> =>
  waitUntil('a readable record', async () => {
    const { body } = await ask('POST', '/records/all', { pageSize: -1 });
    return body.records.find((record: Said) => record.decode_state === 'done');
  });

describe('the page for programs', () => {
  test('names six rooms', () => {
    expect(new Set(rooms.map(({ room }) => room)).size).toBe(6);
  });

  test.each(rooms)(
    '$room may be joined, and sends at once what the page says it does',
    async ({ room, event, atOnce }) => {
      const name = room.replace('{clientId}', String(session.client_id)).replace('{number}', String(device));
      const socket = enter({ room: name, token: session.access_token });
      await socket.hears('message/info', (info) => info.room === name);
      if (atOnce) await socket.hears(event);
    },
  );

  test('says how a cookie asks: by the value of XSRF-TOKEN too, and then as a token does', async () => {
    const opened = await plainProgram(hub.url)('POST', '/login', {
      mail: 'admin@sillage.test',
      password: 'Aviron-2026!',
    });
    const pairs = opened.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    const cookie = pairs.join('; ');
    const token = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? '';
    const stranger = plainProgram(hub.url);
    const refused = await stranger('POST', '/groups/all', {}, { cookie });
    expect(refused).toMatchObject({ status: 403, body: { code: 'session.xsrf' } });
    expect((await stranger('POST', '/groups/all', {}, { cookie, 'x-xsrf-token': token })).status).toBe(200);
    const withToken = plainProgram(hub.url, `Bearer ${opened.body.access_token}`);
    expect((await withToken('POST', '/groups/all', {}, { cookie })).status).toBe(200);
  });
});

describe('the description of the API', () => {
  /** Every schema in it, with where it stands. */
  function schemasIn(value: Said, place: string): { schema: Said; place: string }[] {
    if (typeof value !== 'object' || value === null) return [];
    const inner = Object.entries(value).flatMap(([key, one]) => schemasIn(one, `${place}/${key}`));
    return Array.isArray(value) ? inner : [{ schema: value, place }, ...inner];
  }

  test('is JSON Schema that validators take: a list of no element is none of no schema', () => {
    const wrong = schemasIn(described, '').filter(({ schema }) => schema.prefixItems?.length === 0);
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  test('says of each parameter what it takes', () => {
    const operations = Object.entries<Said>(described.paths).flatMap(([path, methods]) =>
      Object.entries<Said>(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );
    const silent = ({ anyOf = [], description, ...schema }: Said): boolean =>
      anyOf.some(silent) || (anyOf.length === 0 && Object.keys(schema).length === 0);
    const unsaid = operations.flatMap(({ name, operation }) =>
      operation.parameters.filter((one: Said) => silent(one.schema)).map((one: Said) => `${name} ${one.name}`),
    );
    expect(unsaid).toEqual([]);
  });

  test('says where a file is needed, and where none need come', () => {
    const body = (path: string, method: string) => described.paths[path][method].requestBody.content;
    expect(Object.keys(body('/tasks/with_file', 'post'))).toEqual(['multipart/form-data']);
    expect(body('/tasks/with_file', 'post')['multipart/form-data'].schema.required).toEqual(['file']);
    for (const [path, method] of [
      ['/clients/{id}', 'put'],
      ['/records', 'post'],
    ] as const) {
      expect(Object.keys(body(path, method))).toEqual(['application/json', 'multipart/form-data']);
    }
  });

  test('says what a new password needs', () => {
    const { schema } = described.paths['/users'].post.requestBody.content['application/json'];
    expect(schema.properties.password.description).toMatch(/8 characters.*capital.*symbol/);
  });

  test.each<[string, string, object | undefined]>([
    ['GET', '/users/999999', undefined],
    ['POST', '/tasks', { name: 'fly' }],
    ['POST', '/groups', { name: 5 }],
    ['POST', `/devices/rt/1/99999999/rpc/request`, { method: 'x' }],
    ['GET', '/nowhere', undefined],
  ])('knows the refusal of %s %s, its status and its fields', async (method, path, body) => {
    const refused = await ask(method, path, body);
    expect(described['x-refusals'][refused.body.code]).toMatchObject({ status: refused.status });
    const codes: string[] = Object.values(refused.body.fields ?? {});
    expect(Object.keys(described['x-field-codes'])).toEqual(expect.arrayContaining(codes));
  });
});

describe('every list', () => {
  test('takes null, "" and [] for all in each of its filters', async () => {
    const lists = Object.keys(described.paths).filter((path) => path.endsWith('/all') && !path.includes('{'));
    let asked = 0;
    for (const path of lists) {
      const properties = described.paths[path].post?.requestBody?.content['application/json'].schema.properties ?? {};
      if (properties.pageId === undefined) continue;
      const { total } = (await ask('POST', path, { pageSize: 1 })).body;
      for (const name of Object.keys(properties).filter((one) => !one.startsWith('page'))) {
        const totals = [null, '', []].map(async (nothing) => {
          const { body } = await ask('POST', path, { [name]: nothing, pageSize: 1 });
          return body.total;
        });
        expect([path, name, ...(await Promise.all(totals))]).toEqual([path, name, total, total, total]);
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(60);
  });
});

describe('a refusal helps', () => {
  test('which field breaks which rule stands in the sentence, in both languages', async () => {
    const { status, body } = await ask('POST', '/users', {
      ...{ mail: 'somebody@club.test', firstname: 'Some', lastname: 'Body', roles: ['Athlete'], password: 'short' },
    });
    expect({ status, ...body }).toMatchObject({
      status: 422,
      code: 'request.invalid',
      fields: { password: 'password' },
    });
    expect(body.message.en).toContain('password: At least 8 characters');
    expect(body.message.fr).toContain('password\u00a0: 8 caractères au moins');
  });

  test('a value of another kind is not said to be missing', async () => {
    const { body } = await ask('POST', '/groups', { name: 5 });
    expect(body.fields).toEqual({ name: 'invalidFormat' });
    expect((await ask('POST', '/groups', {})).body.fields).toEqual({ name: 'required' });
  });

  test('a key that is not known, or no longer, is said to be so, and not to sign in again', async () => {
    const { body: made } = await ask('POST', '/api_keys', { name: 'ended', access: 'write' });
    const program = plainProgram(hub.url, `ApiKey ${made.key}`);
    expect((await program('GET', '/login')).status).toBe(200);
    await ask('DELETE', `/api_keys/${made.id}`);
    expect(await program('GET', '/login')).toMatchObject({ status: 401, body: { code: 'apiKey.unknown' } });
    const room = `app/client/${session.client_id}/device/list_connected`;
    const refused = await enter({ room, authorization: `ApiKey ${made.key}` }).hears('message/error');
    expect(refused).toMatchObject({ room, code: 'apiKey.unknown' });
  });

  test('a form that cannot be read is told by its part', async () => {
    const broken = new FormData();
    broken.append('data', '{no json');
    broken.append('file', new File(['T,v\n0,1\n1,2\n'], 'a.csv'));
    expect(await ask('POST', '/records', broken)).toMatchObject({ status: 400, body: { fields: { data: 'json' } } });
    const two = new FormData();
    for (const name of ['a.csv', 'b.csv']) two.append('file', new File(['T,v\n0,1\n1,2\n'], name));
    expect(await ask('POST', '/records', two)).toMatchObject({ status: 400, body: { fields: { file: 'tooMany' } } });
  });

  test('a file that cannot be made names those that can', async () => {
    const { id } = await readableRecord();
    const { body } = await ask('POST', `/records/${id}/file/pdf`);
    expect(body).toMatchObject({ code: 'file.typeNotAvailable' });
    for (const type of ['raw', 'decoded', 'stats', 'parquet', 'zip']) expect(body.message.en).toContain(type);
  });

  test('a range that is wrong is named as it was sent: by its place in a body, or by the name of its parameter', async () => {
    const { id, available_data: available } = await readableRecord();
    const [name] = Object.keys(available);
    const { body: inBody } = await ask('POST', '/records/data', {
      data: { [id]: [{ x: { range: [2, 1] }, y: [name] }] },
    });
    expect(inBody.fields).toEqual({ [`data.${id}.0.x.range`]: 'range' });
    const { body: inQuery } = await ask('GET', `/records/${id}/data?wanted_y=${name}&range=2&range=1`);
    expect(inQuery.fields).toEqual({ range: 'range' });
  });

  test('statistics of a window that ends before it begins, or of a window and a selection, are none', async () => {
    const { id } = await readableRecord();
    const refused = async (query: string) => (await ask('GET', `/records/${id}/stats?${query}`)).body.fields;
    expect(await refused('t0=2&t1=1')).toEqual({ t1: 'range' });
    const { body: selection } = await ask('POST', `/records/${id}/selections`, { t0: 0, t1: 1 });
    expect(await refused(`t0=0&sel_id=${selection.id}`)).toEqual({ sel_id: 'either' });
    expect(await refused(`sel_id=${selection.id}`)).toBeUndefined();
  });
});

test('what a task says it was started with starts it again', async () => {
  const { id } = await readableRecord();
  const { body: started } = await ask('POST', '/tasks', { name: 'decode', rec_id: id });
  const { body: said } = await ask('GET', `/tasks/status?id=${started.task_id}`);
  expect(said[0].args).toEqual({ rec_ids: [id] });
  expect(await ask('POST', '/tasks', { name: 'decode', args: said[0].args })).toMatchObject({ status: 200 });
});

test('devices are listed to an administrator with the very fields that the room carries', async () => {
  const { body: listed } = await ask('POST', `/devices/rt/${session.client_id}/all`);
  const room = `app/client/${session.client_id}/device/list_connected`;
  const sent = await enter({ room, token: session.access_token }).hears('app/client/device/list_connected');
  const fields = (list: Said[]) => list.map((one) => Object.keys(one).sort());
  expect(fields(listed)).toEqual(fields(sent));
});
