import { ErrorBody } from '@sillage/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Http } from './index.ts';
import { openTestHttp } from './open-test-http.ts';

let test: Awaited<ReturnType<typeof openTestHttp>>;
let http: Http;
beforeAll(async () => {
  test = await openTestHttp();
  http = test.http;
});
afterAll(() => test.close());

const code = (answer: { body: string }) => ErrorBody.parse(JSON.parse(answer.body)).code;

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

  it('is bound to https from the moment that the server says so, and until it does no more', async () => {
    let isHttps = false;
    const { app } = await test.start({ httpsOnly: () => isHttps });
    const enter = async () => {
      const answer = await app.inject({ method: 'POST', url: '/api/enter' });
      const secure = answer.cookies.map((cookie) => cookie.secure === true);
      return [secure, answer.headers['strict-transport-security'], answer.headers['cross-origin-opener-policy']];
    };
    const none = [[false, false, false], undefined, undefined];
    expect(await enter()).toEqual(none);
    isHttps = true;
    expect(await enter()).toEqual([[true, true, true], expect.stringContaining('max-age='), 'same-origin']);
    isHttps = false;
    expect(await enter()).toEqual(none);
  });

  it('is bound to https when a trusted proxy says that the browser came by it', async () => {
    const { app } = await test.start({});
    const secureFrom = async (remoteAddress: string) => {
      const headers = { 'x-forwarded-proto': 'https' };
      const answer = await app.inject({ method: 'POST', url: '/api/enter', headers, remoteAddress });
      return answer.cookies.map((cookie) => cookie.secure === true);
    };
    expect(await secureFrom('127.0.0.1')).toEqual([true, true, true]);
    expect(await secureFrom('203.0.113.9')).toEqual([false, false, false]);
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
    let allowed: string[] = [];
    const listed = await test.start({ allowedOrigins: () => allowed });
    const allowedOrigin = async () => (await listed.app.inject(preflight)).headers['access-control-allow-origin'];
    expect(await allowedOrigin()).toBeUndefined();
    // Without a new start: an administrator has just listed it.
    allowed = ['https://other.example', origin];
    expect(await allowedOrigin()).toBe(origin);
    allowed = ['*'];
    expect(await allowedOrigin()).toBe('*');
    expect((await listed.app.inject(preflight)).headers['access-control-allow-credentials']).toBeUndefined();
    allowed = [`${origin}.evil.example`];
    expect(await allowedOrigin()).toBeUndefined();
    await listed.close();
  });

  it('is slowed down when it tries sessions too often', async () => {
    const slow = await test.start({ sessionTriesPerMinute: 2 });
    const tries = [];
    for (let n = 0; n < 3; n += 1) tries.push(await slow.app.inject({ method: 'POST', url: '/api/enter' }));
    expect(tries.map((one) => one.statusCode)).toEqual([200, 200, 429]);
    expect(code(tries[2] ?? { body: '' })).toBe('request.tooMany');
    expect(Number(tries[2]?.headers['retry-after'])).toBeGreaterThan(0);
    const reads = [];
    const signedIn = { authorization: 'Bearer coach' };
    for (let n = 0; n < 3; n += 1) {
      reads.push(await slow.app.inject({ method: 'POST', url: '/api/boats/file', headers: signedIn }));
    }
    expect(reads.map((one) => one.statusCode)).not.toContain(429);
    await slow.close();
  });
});

it('counts tries by host: one has no more for all of its addresses of IPv6', async () => {
  const slow = await test.start({ sessionTriesPerMinute: 2 });
  const tries = [];
  for (const host of ['8::1', '8::2', '8::3', '9::1']) {
    const headers = { 'x-forwarded-for': `2001:db8:0:${host}` };
    tries.push((await slow.app.inject({ method: 'POST', url: '/api/enter', headers })).statusCode);
  }
  expect(tries).toEqual([200, 200, 429, 200]);
  await slow.close();
});

describe('the web app', () => {
  it('is served with its router’s paths, caches and a strict policy', async () => {
    const listening = await test.start();
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
    const policy = page.header('content-security-policy')?.split(';') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining(["script-src 'self'", "connect-src 'self'", "worker-src 'self' blob:"]),
    );
    expect(page.header('content-security-policy')).not.toContain('upgrade-insecure');
    expect((await get('/assets/app-1a2b.js')).header('cache-control')).toContain('immutable');
    expect((await get('/assets/gone.js')).status).toBe(404);
    expect((await get('/..%2f..%2fetc/passwd')).text).toBe('<title>Sillage</title>');
    const taken = await test.start();
    await expect(taken.listen('127.0.0.1', port ?? 0)).rejects.toThrow(`Port ${port} is already in use`);
    await taken.close();
    await listening.close();
  });

  it('may fetch tiles of a map from the server that an administrator named, from no other', async () => {
    let url: string | undefined = 'https://tiles.example.org:8443/{z}/{x}/{y}.png?key=1';
    const mapped = await test.start({ mapTilesUrl: () => url });
    const policy = async () =>
      String((await mapped.app.inject({ url: '/' })).headers['content-security-policy']).split(';');
    const named = ["connect-src 'self' https://tiles.example.org:8443"];
    expect(await policy()).toEqual(expect.arrayContaining([...named, expect.stringMatching(/^img-src .*:8443 /)]));
    // What settings of before may hold: the policy of every page, and of the settings that would mend it, stays one.
    for (const odd of ['https://a;b.example/{z}/{x}/{y}.png', 'https://a,b.example/{z}', "https://a'b.example/{z}"]) {
      url = odd;
      expect(await policy()).toContain("connect-src 'self'");
    }
    url = undefined;
    expect((await policy()).join()).not.toContain('tiles.example.org');
    await mapped.close();
  });

  it('says how long a file is to who asks for a part that it does not have', async () => {
    const ask = (range: string) => http.app.inject({ url: '/index.html', headers: { range } });
    expect((await ask('bytes=0-3')).statusCode).toBe(206);
    const beyond = await ask('bytes=5000-6000');
    expect([beyond.statusCode, beyond.headers['content-range'], code(beyond)]).toEqual([
      416,
      'bytes */22',
      'request.range',
    ]);
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
