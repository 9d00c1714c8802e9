import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ErrorBody, endpoint, isRefusal, refuse, type Session } from '@sillage/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Log } from '../log/index.ts';
import { createHttp, fileAnswer, type Http, type Principal, SessionEnded, SessionOpened } from './index.ts';
import { parseJson } from './parse-json.ts';

const coach: Principal = { userId: 7, clientId: 1, roles: ['Coach'], groupIds: [3] };
const athlete: Principal = { userId: 8, clientId: 1, roles: ['Athlete'], groupIds: [] };
const session: Session = {
  access_token: 'coach',
  refresh_token: 'fresh',
  unique_id: 'browser',
  user: {
    id: 7,
    uid: 'u',
    mail: 'a@b.fr',
    firstname: 'A',
    lastname: 'B',
    roles: ['Coach'],
    groups: [],
    client_id: 1,
    client_name: 'c',
    active: true,
    created_date: '2026-01-01T00:00:00Z',
    language: 'fr',
  },
  cgu: { accepted: true, hide: false },
};

const common = { summary: 's', access: 'signedIn' } as const;
const reply = z.object({ got: z.unknown() });
const boatEdit = endpoint({
  ...common,
  name: 'editBoat',
  method: 'PUT',
  path: '/boats/:id',
  params: z.object({ id: z.coerce.number().int().positive() }),
  query: z.object({ tag: z.union([z.string(), z.array(z.string())]).optional() }),
  body: z.object({ mail: z.email({ error: 'email' }), crew: z.array(z.object({ age: z.int().min(0) })).default([]) }),
  reply,
});
const boatDelete = endpoint({
  ...common,
  name: 'd',
  method: 'DELETE',
  path: '/boats',
  access: 'record.delete',
  body: z.array(z.int()),
  reply: 'nothing',
});
const boatRead = endpoint({
  ...common,
  name: 'r',
  method: 'GET',
  path: '/boats/:id',
  params: z.object({ id: z.string() }),
  reply,
});
const boatUpload = endpoint({
  ...common,
  name: 'u',
  method: 'POST',
  path: '/boats',
  status: 201,
  multipart: true,
  body: z.object({ name: z.string() }),
  reply,
});
const boatFile = endpoint({ ...common, name: 'f', method: 'POST', path: '/boats/file', reply: 'bytes' });
const enter = endpoint({ ...common, name: 'in', method: 'POST', path: '/enter', access: 'open', reply: z.unknown() });
const leave = endpoint({ ...common, name: 'out', method: 'POST', path: '/leave', access: 'open', reply: 'nothing' });
const renew = endpoint({ ...common, name: 're', method: 'POST', path: '/renew', access: 'refreshToken', reply });

const seen: { level: string; fields: object }[] = [];
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields) => seen.push({ level: 'error', fields }),
  child: () => log,
};

let root: string;
let temporary: string;
let http: Http;

async function startHttp(more: { sessionTriesPerMinute?: number; allowedOrigins?: string[] } = {}): Promise<Http> {
  const made = await createHttp({
    log,
    clock: { nowMs: () => 1_700_000_000_500 },
    version: '1.2.3',
    authenticate: async (value) => {
      if (value === 'Bearer coach') return coach;
      return value === 'Bearer athlete' ? athlete : refuse('session.expired');
    },
    webRoot: join(root, 'web'),
    temporaryFolder: temporary,
    secureCookies: false,
    ...more,
  });
  made.serve(boatEdit, async (call) => ({ got: [call.params, call.query, call.body, call.principal.userId] }));
  made.serve(boatDelete, async () => undefined);
  made.serve(boatRead, async (call) => {
    if (call.params.id === 'none') return refuse('entity.notFound');
    if (call.params.id === 'bug') throw new Error('secret detail');
    return call.params.id === 'wrong' ? JSON.parse('{"other":1}') : { got: call.params.id, extra: 1 };
  });
  made.serve(boatUpload, async (call) => ({
    got: [
      call.body.name,
      call.file?.filename,
      call.file?.sizeBytes,
      call.file && (await readFile(call.file.path, 'utf8')).length,
    ],
  }));
  made.serve(boatFile, async () =>
    fileAnswer(Readable.from([Buffer.from('a'), Buffer.from('b')]), 'text/csv', 'été 1.csv'),
  );
  made.serve(enter, async (call) =>
    call.headers['x-who'] ? { got: call.principal?.userId ?? null } : new SessionOpened(session),
  );
  made.serve(leave, async () => new SessionEnded());
  made.serve(renew, async (call) => ({ got: call.headers.authorization }));
  return made;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-http-'));
  temporary = join(root, 'temporary');
  await mkdir(join(root, 'web', 'assets'), { recursive: true });
  await mkdir(temporary);
  await writeFile(join(root, 'web', 'index.html'), '<title>Sillage</title>');
  await writeFile(join(root, 'web', 'assets', 'app-1a2b.js'), '1');
  http = await startHttp();
});
afterAll(async () => {
  await http.close();
  await rm(root, { recursive: true, force: true });
});

const bearer = { authorization: 'Bearer coach' };
const put = (payload: unknown, headers: Record<string, string> = bearer, url = '/api/boats/4?tag=a&tag=b') =>
  http.app.inject({
    method: 'PUT',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const code = (answer: { body: string }) => ErrorBody.parse(JSON.parse(answer.body)).code;

describe('an endpoint', () => {
  it('hands the handler what the contract parsed', async () => {
    const answer = await put({ mail: 'a@b.fr' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ got: [{ id: 4 }, { tag: ['a', 'b'] }, { mail: 'a@b.fr', crew: [] }, 7] });
    expect(answer.headers['x-epoch']).toBe('1700000000.5');
  });

  it('names each field that breaks a rule', async () => {
    const answer = await put({ mail: 'x', crew: [{ age: -1 }, {}] }, bearer, '/api/boats/zero');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'request.invalid',
      fields: { id: 'invalid_type', mail: 'email', 'crew.0.age': 'too_small', 'crew.1.age': 'required' },
    });
  });

  it('refuses malformed, poisoned, too deep and too large bodies without running the handler', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const refused = await Promise.all(['{', '{"__proto__":{"x":1}}', deep(33), deep(300_000)].map((text) => put(text)));
    expect(refused.map((answer) => [answer.statusCode, code(answer)])).toEqual(
      Array(4).fill([400, 'request.malformed']),
    );
    expect(code(await put(JSON.stringify('x'.repeat(1_048_576))))).toBe('request.tooLarge');
    expect(code(await put('a=1', { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }))).toBe(
      'request.malformed',
    );
    expect(isRefusal(parseJson(deep(32)))).toBe(false);
  });

  it('lets in only who the contract says', async () => {
    const remove = (authorization: string | undefined) =>
      http.app.inject({
        method: 'DELETE',
        url: '/api/boats',
        payload: [1],
        headers: authorization ? { authorization } : {},
      });
    expect(await remove('Bearer coach')).toMatchObject({ statusCode: 204, body: '' });
    expect(code(await remove('Bearer athlete'))).toBe('permission.denied');
    expect(code(await remove('Bearer old'))).toBe('session.expired');
    expect(code(await remove(undefined))).toBe('session.required');
  });

  it('answers refusals, keeps extra fields, hides bugs behind a reference', async () => {
    const read = (id: string) => http.app.inject({ url: `/api/boats/${id}`, headers: bearer });
    expect(await read('none')).toMatchObject({ statusCode: 404 });
    expect((await read('x')).json()).toEqual({ got: 'x', extra: 1 });
    const bug = await read('bug');
    expect(bug.statusCode).toBe(500);
    expect(bug.body).not.toContain('secret');
    const logged = JSON.stringify(seen.at(-1));
    expect(logged).toContain('secret detail');
    expect(bug.json().message.en).toContain(JSON.parse(logged).fields.reference);
    expect((await read('wrong')).statusCode).toBe(500);
  });

  it('sends bytes with a name that every browser reads', async () => {
    const answer = await http.app.inject({ method: 'POST', url: '/api/boats/file', headers: bearer });
    expect(answer.body).toBe('ab');
    expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%C3%A9t%C3%A9%201.csv");
    expect(answer.headers['content-type']).toBe('text/csv');
  });

  it('answers unknown addresses under /api with JSON', async () => {
    const answer = await http.app.inject({ url: '/api/nothing' });
    expect([answer.statusCode, code(answer)]).toEqual([404, 'route.notFound']);
  });
});

describe('uploads', () => {
  const upload = (parts: [string, string | Blob, string?][], headers: Record<string, string> = bearer) => {
    const form = new FormData();
    for (const [name, value, filename] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, filename);
    }
    const encoded = new Response(form);
    return encoded.arrayBuffer().then((bytes) =>
      http.app.inject({
        method: 'POST',
        url: '/api/boats',
        headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(bytes),
      }),
    );
  };
  const big = new Blob(['x'.repeat(3_000_000)]);

  it('streams the file to disk, whatever the order of the parts, and removes what nobody took', async () => {
    const parts: [string, string | Blob, string?][] = [
      ['file', big, 'rec.txt'],
      ['data', '{"name":"n"}'],
    ];
    for (const order of [parts, parts.toReversed()]) {
      const answer = await upload(order);
      expect([answer.statusCode, answer.json()]).toEqual([201, { got: ['n', 'rec.txt', 3_000_000, 3_000_000] }]);
    }
    expect(await readdir(temporary)).toEqual([]);
  });

  it('takes plain JSON too', async () => {
    const answer = await http.app.inject({
      method: 'POST',
      url: '/api/boats',
      headers: bearer,
      payload: { name: 'n' },
    });
    expect(answer.json().got.slice(0, 2)).toEqual(['n', null]);
  });

  it('refuses bad data and strangers, leaving nothing behind', async () => {
    expect(
      code(
        await upload([
          ['file', big, 'r'],
          ['data', '{'],
        ]),
      ),
    ).toBe('request.malformed');
    expect(
      code(
        await upload([
          ['file', big, 'r'],
          ['data', '{}'],
        ]),
      ),
    ).toBe('request.invalid');
    expect(code(await upload([['file', big, 'r']], {}))).toBe('session.required');
    expect(await readdir(temporary)).toEqual([]);
  });
});

it('forgets an upload whose sender went away, and does not wait for silent connections at the end', async () => {
  const listening = await startHttp();
  await listening.listen('127.0.0.1', 0);
  const address = listening.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const silent = createConnection(port, '127.0.0.1');
  const sender = createConnection(port, '127.0.0.1');
  const part = 'Content-Disposition: form-data; name="file"; filename="a"';
  const head = `POST /api/boats HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer coach\r\nContent-Length: 9000000`;
  sender.write(
    `${head}\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n--B\r\n${part}\r\n\r\n${'x'.repeat(99_999)}`,
  );
  await vi.waitFor(async () => expect(await readdir(temporary)).toHaveLength(1));
  const bugs = seen.length;
  sender.destroy();
  await vi.waitFor(async () => expect(await readdir(temporary)).toEqual([]));
  expect(seen.length).toBe(bugs);
  const ended = once(silent, 'close');
  await listening.close();
  await ended;
});

describe('a browser', () => {
  const post = (url: string, cookies: Record<string, string>, headers: Record<string, string> = {}) =>
    http.app.inject({ method: 'POST', url, cookies, headers });

  it('gets its session as cookies that scripts cannot read, and loses them', async () => {
    const opened = await post('/api/enter', {});
    const cookies = Object.fromEntries(opened.cookies.map((one) => [one.name, one]));
    expect(cookies.sillage_access).toMatchObject({ value: 'coach', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookies.sillage_refresh).toMatchObject({ value: 'fresh', httpOnly: true, path: '/api' });
    expect(cookies['XSRF-TOKEN']?.httpOnly).toBeUndefined();
    const ended = await post('/api/leave', {});
    expect(ended.cookies.map((one) => [one.name, one.value])).toHaveLength(3);
  });

  it('must prove with X-XSRF-TOKEN that a write comes from the page', async () => {
    const cookies = { sillage_access: 'coach', sillage_refresh: 'fresh', 'XSRF-TOKEN': 'abc' };
    expect((await http.app.inject({ url: '/api/boats/x', cookies })).statusCode).toBe(200);
    expect(code(await post('/api/boats/file', cookies))).toBe('session.xsrf');
    expect(code(await post('/api/boats/file', cookies, { 'x-xsrf-token': 'other' }))).toBe('session.xsrf');
    expect(code(await post('/api/boats/file', { sillage_access: 'coach' }, { 'x-xsrf-token': '' }))).toBe(
      'session.xsrf',
    );
    expect((await post('/api/boats/file', cookies, { 'x-xsrf-token': 'abc' })).statusCode).toBe(200);
    expect((await post('/api/renew', cookies, { 'x-xsrf-token': 'abc' })).json().got).toBe('Bearer fresh');
    expect(code(await post('/api/renew', cookies))).toBe('session.xsrf');
    // An open endpoint still answers, but to nobody in particular.
    expect((await post('/api/enter', cookies, { 'x-who': '1' })).json().got).toBeNull();
    expect((await post('/api/enter', cookies, { 'x-who': '1', 'x-xsrf-token': 'abc' })).json().got).toBe(7);
  });

  it('may call from another origin only when listed, and never with cookies', async () => {
    const origin = 'https://dash.example';
    const preflight = {
      method: 'OPTIONS',
      url: '/api/boats',
      headers: { origin, 'access-control-request-method': 'POST' },
    } as const;
    expect((await http.app.inject(preflight)).headers['access-control-allow-origin']).toBeUndefined();
    const listed = await startHttp({ allowedOrigins: [origin] });
    const answer = await listed.app.inject(preflight);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    await listed.close();
  });

  it('is slowed down when it tries sessions too often', async () => {
    const slow = await startHttp({ sessionTriesPerMinute: 2 });
    const tries = [];
    for (let n = 0; n < 3; n += 1) tries.push(await slow.app.inject({ method: 'POST', url: '/api/enter' }));
    expect(tries.map((one) => one.statusCode)).toEqual([200, 200, 429]);
    expect(code(tries[2] ?? { body: '' })).toBe('request.tooMany');
    expect(Number(tries[2]?.headers['retry-after'])).toBeGreaterThan(0);
    await slow.close();
  });
});

describe('the web app', () => {
  it('is served with its router’s paths, caches and a strict policy', async () => {
    const listening = await startHttp();
    await listening.listen('127.0.0.1', 0);
    const address = listening.app.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, header: (name: string) => answer.headers.get(name), text: await answer.text() };
    };
    const page = await get('/realtime?x=1');
    expect([page.status, page.text]).toEqual([200, '<title>Sillage</title>']);
    expect(page.header('cache-control')).toBe('no-cache');
    expect(page.header('content-security-policy')).toContain("script-src 'self';");
    expect(page.header('content-security-policy')).not.toContain('upgrade-insecure');
    expect((await get('/assets/app-1a2b.js')).header('cache-control')).toContain('immutable');
    expect((await get('/assets/gone.js')).status).toBe(404);
    expect((await get('/..%2f..%2fetc/passwd')).text).toBe('<title>Sillage</title>');
    const taken = await startHttp();
    await expect(taken.listen('127.0.0.1', port ?? 0)).rejects.toThrow(`Port ${port} is already in use`);
    await taken.close();
    await listening.close();
  });

  it('finds its API through config.json', async () => {
    const config = await http.app.inject({ url: '/config.json' });
    expect([config.json(), config.headers['cache-control']]).toEqual([{ apiUrl: '/api' }, 'no-store']);
  });
});

it('describes itself as OpenAPI 3.1 with a readable page', async () => {
  const document = (await http.app.inject({ url: '/api/openapi.json' })).json();
  expect(document.openapi).toBe('3.1.0');
  const edit = document.paths['/boats/{id}'].put;
  expect(edit.parameters.map((one: { name: string; in: string }) => `${one.in}:${one.name}`)).toEqual([
    'path:id',
    'query:tag',
  ]);
  expect(edit.requestBody.content['application/json'].schema.required).toEqual(['mail']);
  const page = await http.app.inject({ url: '/api/docs/' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect((await http.app.inject({ url: '/api/docs/json' })).json().paths).toEqual(document.paths);
});

it('refuses new requests with a delay while it closes', async () => {
  const closing = await startHttp();
  await closing.app.ready();
  const ended = closing.close();
  const answer = await closing.app.inject({ url: '/api/boats/x', headers: bearer }).catch(() => undefined);
  await ended;
  if (answer) expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
});

it('never breaks on any JSON', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const parsed = parseJson(text);
      if (!isRefusal(parsed) && parsed.value !== undefined) expect(parsed.value).toEqual(JSON.parse(text));
    }),
  );
});
