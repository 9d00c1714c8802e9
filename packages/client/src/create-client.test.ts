import { api, refuse, type Session } from '@sillage/contract';
import { exampleUser } from '@sillage/contract/testing';
import { describe, expect, it } from 'vitest';
import { ApiError, createClient, memoryTokens } from './index.ts';

interface Sent {
  readonly address: string;
  readonly init: RequestInit;
}

/** A client whose server gives these answers in turn, and what it was sent. */
function clientOf(...answers: Response[]) {
  const sent: Sent[] = [];
  const tokens = memoryTokens();
  tokens.write({ accessToken: 'access', refreshToken: 'refresh', uniqueId: 'browser-1' });
  const client = createClient({
    baseUrl: 'https://hub/api/',
    tokens,
    fetch: async (address, init) => {
      sent.push({ address, init });
      return answers.shift() ?? new Response(null, { status: 204 });
    },
  });
  const header = (n: number, name: string) => new Headers(sent[n]?.init.headers).get(name);
  return { ...client, sent, tokens, header };
}

const user = exampleUser({ id: 1, mail: 'a@b.fr', roles: ['Athlete'], client_id: 1 });
const session = (tokens: Pick<Session, 'access_token' | 'refresh_token'>): Session => ({
  ...tokens,
  unique_id: 'browser-1',
  cgu: { accepted: true, hide: true },
  ...user,
  user,
});

const refusal = (code: Parameters<typeof refuse>[0]) => {
  const made = refuse(code);
  return Response.json(made.body(), { status: made.status });
};

describe('a call', () => {
  it('is addressed by the contract', async () => {
    const client = clientOf(Response.json([]));
    await client.call(api.listTaskStatus, { query: { rec_id: 3, name: undefined } });
    await client.call(api.clearRecordErrors, { params: { id: 7 } });
    await client.call(api.deleteRecords, { body: [1, 2] });
    expect(client.sent.map(({ address, init }) => `${init.method} ${address} ${init.body ?? ''}`)).toEqual([
      'GET https://hub/api/tasks/status?rec_id=3 ',
      'DELETE https://hub/api/records/7/errors ',
      'DELETE https://hub/api/records [1,2]',
    ]);
    expect(client.header(0, 'authorization')).toBe('Bearer access');
    expect(client.header(0, 'x-unique-id')).toBe('browser-1');
  });

  it('tells the value of the cookie that guards writes, also beside a token', async () => {
    const sent: RequestInit[] = [];
    const client = createClient({
      baseUrl: '/api',
      tokens: memoryTokens(),
      xsrfToken: () => 'of the cookie',
      fetch: async (_, init) => {
        sent.push(init);
        return new Response(null, { status: 204 });
      },
    });
    await client.call(api.clearRecordErrors, { params: { id: 7 } });
    expect(new Headers(sent[0]?.headers).get('x-xsrf-token')).toBe('of the cookie');
  });

  it('answers the server’s epoch, by which a reader later asks what changed', async () => {
    const client = clientOf(
      Response.json([], { headers: { 'x-epoch': '1700000000.5' } }),
      Response.json([], { headers: { 'x-epoch': 'soon' } }),
    );
    expect((await client.request(api.listTaskStatus)).epoch).toBe(1_700_000_000.5);
    expect((await client.request(api.listTaskStatus)).epoch).toBeUndefined();
  });

  it('repeats list parameters and escapes what could leave the path', async () => {
    const client = clientOf();
    const query = { wanted_y: ['imu.acc_x', 'a&b'], range: ['0', '1'] };
    await client.fetchBytes(api.readRecordData, {
      params: { id: '../1' },
      query,
      accept: 'application/vnd.apache.arrow.stream',
    });
    expect(client.sent[0]?.address).toBe(
      'https://hub/api/records/..%2F1/data?wanted_y=imu.acc_x&wanted_y=a%26b&range=0&range=1',
    );
    expect(client.header(0, 'accept')).toBe('application/vnd.apache.arrow.stream');
  });

  it('sends a file as a form, data first, and plain JSON without one', async () => {
    const client = clientOf(Response.json({ id: 1, task_id: 2 }), Response.json({ id: 1, task_id: 2 }));
    const file = { content: new Blob(['abc']), name: 'rec.txt' };
    await client.call(api.uploadRecord, { body: { comment: 'c' }, file });
    const form = client.sent[0]?.init.body;
    if (!(form instanceof FormData)) throw new Error('no form');
    expect([...form.keys()]).toEqual(['data', 'file']);
    expect(form.get('data')).toBe('{"comment":"c"}');
    expect(client.header(0, 'content-type')).toBeNull();
    await client.call(api.uploadRecord, { body: {} });
    expect(client.header(1, 'content-type')).toBe('application/json');
  });

  it('answers bytes with the name to save them under', async () => {
    const headers = { 'content-disposition': `attachment; filename="_.csv"; filename*=UTF-8''%C3%A9t%C3%A9.csv` };
    const client = clientOf(new Response('abc', { headers }));
    const answer = await client.fetchBytes(api.downloadRecordFile, { params: { id: 1, fileType: 'raw' } });
    expect([answer.filename, new TextDecoder().decode(answer.body)]).toEqual(['été.csv', 'abc']);
  });

  it('throws refusals with the sentence to show, also when a proxy answers instead', async () => {
    const client = clientOf(refusal('entity.notFound'), new Response('<html>', { status: 502 }));
    const problem = await client.call(api.readRecord, { params: { id: 1 } }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ApiError);
    expect(problem).toMatchObject({ status: 404, code: 'entity.notFound', body: refuse('entity.notFound').body() });
    await expect(client.call(api.health)).rejects.toMatchObject({ status: 502, code: 'http.502' });
  });

  it('does not take a reply that breaks the contract', async () => {
    const client = clientOf(Response.json({ status: 'maybe' }));
    await expect(client.call(api.health)).rejects.toThrow();
  });
});

describe('a refused session', () => {
  it('is not renewed for a wrong password, nor without a session', async () => {
    const client = clientOf(refusal('session.badCredentials'), refusal('session.required'));
    const login = client.call(api.login, { body: { mail: 'a@b.fr', password: 'x' } });
    await expect(login).rejects.toMatchObject({ code: 'session.badCredentials' });
    client.tokens.write(undefined);
    await expect(client.call(api.currentLogin)).rejects.toMatchObject({ code: 'session.required' });
    expect(client.sent).toHaveLength(2);
  });

  it('is tried once more with the tokens that another tab has got meanwhile', async () => {
    const client = clientOf(refusal('session.expired'), Response.json([]));
    const call = client.call(api.listTaskStatus);
    client.tokens.write({ accessToken: 'newer', refreshToken: 'newer', uniqueId: 'browser-1' });
    expect(await call).toEqual([]);
    expect([client.sent.length, client.header(1, 'authorization')]).toEqual([2, 'Bearer newer']);
  });

  it('is not given up when its renewal is refused because another tab has renewed it meanwhile', async () => {
    const client = clientOf(refusal('session.expired'), refusal('session.expired'), Response.json([]));
    const call = client.call(api.listTaskStatus);
    while (client.sent.length < 2) await Promise.resolve();
    client.tokens.write({ accessToken: 'newer', refreshToken: 'newer', uniqueId: 'browser-1' });
    expect(await call).toEqual([]);
    expect(client.sent.map(({ address }) => new URL(address).pathname)).toEqual([
      '/api/tasks/status',
      '/api/refresh',
      '/api/tasks/status',
    ]);
    expect([client.header(2, 'authorization'), client.tokens.read()?.accessToken]).toEqual(['Bearer newer', 'newer']);
  });

  it('renewed too late replaces nobody’s tokens: neither those of who signed in meanwhile, nor none after a sign-out', async () => {
    const renewed = () => Response.json(session({ access_token: 'late', refresh_token: 'late' }));
    const others = { accessToken: 'b', refreshToken: 'b', uniqueId: 'browser-1', userId: 2 };
    for (const now of [others, undefined]) {
      const client = clientOf(refusal('session.expired'), renewed(), Response.json([]));
      client.tokens.write({ accessToken: 'a', refreshToken: 'a', uniqueId: 'browser-1', userId: 1 });
      const call = client.call(api.listTaskStatus).catch((problem: unknown) => problem);
      while (client.sent.length < 2) await Promise.resolve();
      client.tokens.write(now);
      // What A asked for is not asked again in the name of B.
      expect(await call).toMatchObject({ status: 401 });
      expect([client.sent.length, client.tokens.read()]).toEqual([2, now]);
    }
  });

  it('stays refused when the second try is refused too', async () => {
    const session = { accessToken: 'newer', refreshToken: 'newer', uniqueId: 'browser-1' };
    const client = clientOf(refusal('session.expired'), refusal('session.expired'));
    const call = client.call(api.listTaskStatus);
    client.tokens.write(session);
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect([client.sent.length, client.tokens.read()]).toEqual([2, session]);
  });

  it('keeps its tokens while the server is only away', async () => {
    const client = clientOf(refusal('session.expired'), refusal('server.unavailable'));
    await expect(client.call(api.listTaskStatus)).rejects.toMatchObject({ status: 503 });
    expect(client.tokens.read()?.refreshToken).toBe('refresh');
  });
});
