import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ErrorBody, isRefusal, limits } from '@sillage/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turnsDuring } from '../clock/index.ts';
import type { Http } from './index.ts';
import { longEvents, openTestHttp, seen } from './open-test-http.ts';
import { parseJson } from './parse-json.ts';

let test: Awaited<ReturnType<typeof openTestHttp>>;
let http: Http;
beforeAll(async () => {
  test = await openTestHttp();
  http = test.http;
});
afterAll(() => test.close());

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
    expect(answer.headers['cache-control']).toBe('no-store');
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
    const many = (values: number) => `[${Array(values).fill('"a,\\"b"')}]`;
    expect(code(await put(many(limits.jsonBodyMembers + 1)))).toBe('request.tooManyValues');
    expect(isRefusal(parseJson(many(limits.jsonBodyMembers)))).toBe(false);
    const lists = (count: number) => `[${Array(count).fill(many(1000))}]`;
    expect(code(await put(lists(limits.jsonBodyValues / 1000)))).toBe('request.tooManyValues');
    expect(isRefusal(parseJson(lists(limits.jsonBodyValues / 1000 - 1)))).toBe(false);
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

  it('ends the work for a caller who went away, and that is no bug', async () => {
    const bugs = seen.length;
    const listening = await test.start();
    await listening.listen('127.0.0.1', 0);
    const address = listening.app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const [begun, ended] = [once(longEvents, 'begun'), once(longEvents, 'ended')];
    const caller = request({ port, path: '/api/boats/long', headers: bearer }).on('error', () => {});
    caller.end();
    await begun;
    caller.destroy();
    await ended;
    await listening.close();
    expect(seen.length).toBe(bugs);
  });

  it('a database that is away is 503 with a time to wait, and no bug in the log', async () => {
    const bugs = seen.length;
    const { app } = await test.start({ isDatabaseAway: (error) => error instanceof Error });
    const headers = { authorization: 'Bearer coach' };
    const away = await app.inject({ url: '/api/boats/bug', headers });
    expect([away.statusCode, away.json().code]).toEqual([503, 'database.unavailable']);
    expect(away.headers['retry-after']).toBe('5');
    expect(seen.length).toBe(bugs);
  });

  it('a database whose disk is full is 507 with a sentence, and no bug in the log', async () => {
    const bugs = seen.length;
    const full = await http.app.inject({ url: '/api/boats/full', headers: bearer });
    expect([full.statusCode, full.json().code, seen.length]).toEqual([507, 'disk.full', bugs]);
  });

  it('answers refusals, leaves out extra fields, hides bugs behind a reference', async () => {
    const read = (id: string) => http.app.inject({ url: `/api/boats/${id}`, headers: bearer });
    expect(await read('none')).toMatchObject({ statusCode: 404 });
    expect((await read('x')).json()).toEqual({ got: 'x' });
    const bug = await read('bug');
    expect(bug.statusCode).toBe(500);
    expect(bug.body).not.toContain('secret');
    const logged = JSON.stringify(seen.at(-1));
    expect(logged).toContain('secret detail');
    expect(bug.json().message.en).toContain(JSON.parse(logged).fields.reference);
    expect((await read('wrong')).statusCode).toBe(500);
  });

  it('sends a long list while others are served', async () => {
    let body = '';
    const asked = http.app.inject({ url: '/api/boats/many', headers: bearer });
    const turns = await turnsDuring(asked.then((answer) => (body = answer.body)));
    expect(turns).toBeGreaterThan(body.length / 70_000);
    const { got } = JSON.parse(body);
    expect([got.length, got[19_999]]).toEqual([20_000, 'a boat of number 19999']);
  });

  it('sends bytes with a name that every browser reads', async () => {
    const answer = await http.app.inject({ method: 'POST', url: '/api/boats/file', headers: bearer });
    expect(answer.body).toBe('ab');
    expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%C3%A9t%C3%A9%201.csv");
    expect(answer.headers['content-type']).toBe('text/csv');
  });

  it('answers every address that is none with an error body, and an OPTIONS without a page', async () => {
    const asked = await Promise.all(
      ['/api/boats/%', '/api/boats/%00', '/api/boats/%E0%A4%A'].map((url) => http.app.inject({ url, headers: bearer })),
    );
    expect(asked.map((answer) => [answer.statusCode, code(answer)])).toEqual(Array(3).fill([400, 'request.malformed']));
    expect(code(await put({ mail: 'a@b.fr', more: ['\0'] }))).toBe('request.malformed');
    expect(await http.app.inject({ method: 'OPTIONS', url: '/api/boats' })).toMatchObject({ statusCode: 204 });
  });

  it('answers headers that are too long, and what is no HTTP, with an error body', async () => {
    const listening = await test.start();
    await listening.listen('127.0.0.1', 0);
    const address = listening.app.server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const answerTo = async (sent: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(sent);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      return [head.split('\r\n', 1)[0], code({ body })];
    };
    expect(await answerTo(`GET /api/boats HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`)).toEqual([
      'HTTP/1.1 431 Request Header Fields Too Large',
      'request.headersTooLarge',
    ]);
    expect(await answerTo('no HTTP at all\r\n\r\n')).toEqual(['HTTP/1.1 400 Bad Request', 'request.malformed']);
    await listening.close();
  });

  it('answers unknown addresses under /api with JSON', async () => {
    for (const url of ['/api/nothing', '/api/docs/yaml', '/api/docs/%79aml']) {
      const answer = await http.app.inject({ url });
      expect([answer.statusCode, code(answer)]).toEqual([404, 'route.notFound']);
    }
    expect((await http.app.inject({ url: '/api/docs/json' })).json().openapi).toBe('3.1.0');
  });
});

it('refuses new requests with a delay while it closes', async () => {
  const closing = await test.start();
  await closing.app.ready();
  const ended = closing.close();
  const answer = await closing.app.inject({ url: '/api/boats/x', headers: bearer });
  await ended;
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
});

it('never breaks on any JSON', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const parsed = parseJson(text);
      if (!isRefusal(parsed) && parsed.value !== undefined) expect(parsed.value).toEqual(JSON.parse(text));
    }),
  );
});
