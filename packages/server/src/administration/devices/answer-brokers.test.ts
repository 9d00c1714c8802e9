import { readFile } from 'node:fs/promises';
import { api, type Refusal } from '@sillage/contract';
import { topics } from '@sillage/device-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { addClient, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { createHttp, type Http } from '../../platform/http/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { brokerRoutes, createDevice, createDevices } from './index.ts';

const number = 10200042;
const brokerSecret = 'shared-with-the-broker';
let test: TestDatabase;
let http: Http;
let secret: string;

beforeAll(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  ({ secret } = await createDevice(db, { number, name: 'Skiff', clientId, groupId: null }));
  http = await open(brokerSecret);
});
afterAll(async () => {
  await http.close();
  await test.close();
});

async function open(shared: string | undefined): Promise<Http> {
  const opened = await createHttp({
    log: createLog('silent'),
    clock: systemClock,
    version: '1',
    authenticate: async (): Promise<Refusal> => {
      throw new Error('nobody signs in here');
    },
    webRoot: test.folder.root,
    temporaryFolder: test.folder.temporary,
    brokerSecret: shared,
    disk: (await openTestDisk()).disk,
  });
  brokerRoutes(opened.serve, createDevices({ db: test.database.db }));
  return opened;
}

async function ask(path: string, body: object, headers: Record<string, string> = { 'x-broker-secret': brokerSecret }) {
  const answer = await http.app.inject({ method: 'POST', url: `/api${path}`, payload: body, headers });
  return { status: answer.statusCode, body: answer.json() };
}

const allowed = { result: 'allow', is_superuser: false, Ok: true, Error: '' };

describe('may a device connect', () => {
  const path = api.authenticateForBroker.path;
  it.each([`device-${number}`, String(number)])('with its secret, as %s', async (username) => {
    expect(await ask(path, { username, password: secret, clientid: username })).toEqual({ status: 200, body: allowed });
  });
  it('not with a wrong secret, nor under the client id of another', async () => {
    const username = String(number);
    for (const given of [
      { username, password: `${secret}x` },
      { username: 'device-1', password: secret },
      { username, password: secret, clientid: 'device-1' },
    ]) {
      expect(await ask(path, given)).toMatchObject({ status: 200, body: { result: 'deny', Ok: false } });
    }
  });
});

describe('may a device use a topic', () => {
  const path = api.authorizeForBroker.path;
  const [own, other] = [topics.status(number), topics.status(number + 1)];
  const command = topics.rpcRequest(number);
  it.each([
    [{ action: 'publish' }, own, 'allow'],
    [{ acc: 2 }, own, 'allow'],
    [{ action: 'subscribe' }, command, 'allow'],
    [{ acc: 4 }, command, 'allow'],
    [{ acc: 1 }, command, 'allow'],
    [{ action: 'publish' }, other, 'deny'],
    [{ action: 'publish' }, command, 'deny'],
    [{ acc: 3 }, own, 'deny'],
    [{ action: 'subscribe' }, '#', 'deny'],
    [{ acc: 4 }, own, 'deny'],
    [{}, own, 'deny'],
  ])('%j on %s: %s', async (access, topic, result) => {
    const answer = await ask(path, { username: `device-${number}`, topic, ...access });
    expect(answer).toMatchObject({ status: 200, body: { result, Ok: result === 'allow' } });
  });
});

describe('what the configurations of docs/engines.md send', async () => {
  const guide = await readFile(new URL('../../../../../docs/engines.md', import.meta.url), 'utf8');
  const values = {
    ...{ username: String(number), clientid: String(number), topic: topics.rpcRequest(number), action: 'subscribe' },
    ...{ client_id: String(number), SECRET: brokerSecret },
  };
  const filled = (text: string, password: string) =>
    text.replace(/\$\{(\w+)\}|SECRET/g, (all, name: string = all) => ({ ...values, password })[name] ?? all);
  /** `name = "value"` of EMQX's maps as an object. */
  const mapOf = (text: string, password: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/"?([\w-]+)"? = "([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        filled(value, password),
      ]),
    );
  const emqx = [...guide.matchAll(/url = "https:\/\/[^/]+\/api([^"]+)",\s+headers \{(.*)\},?\s+body \{(.*)\}/g)];

  it('EMQX: is answered with what it reads, and refused without the secret', async () => {
    expect(emqx.map(([, path]) => path)).toEqual([api.authenticateForBroker.path, api.authorizeForBroker.path]);
    for (const [, path = '', headers = '', body = ''] of emqx) {
      const right = await ask(path, mapOf(body, secret), mapOf(headers, secret));
      expect(right).toMatchObject({ status: 200, body: { result: 'allow', is_superuser: false } });
      expect((await ask(path, mapOf(body, secret), { 'content-type': 'application/json' })).status).toBe(401);
    }
    const [, path = '', headers = '', body = ''] = emqx[0] ?? [];
    expect(await ask(path, mapOf(body, 'guessed'), mapOf(headers, secret))).toMatchObject({ body: { result: 'deny' } });
  });

  it('mosquitto-go-auth: is answered with what it reads', async () => {
    const uri = (name: string) =>
      filled(new RegExp(`auth_opt_http_${name}_uri /api(\\S+)`).exec(guide)?.[1] ?? '', secret);
    // As its HTTP backend sends them with `params_mode json`: 1 read, 2 write, 3 both, 4 subscribe.
    const user = { username: values.username, password: secret, clientid: values.clientid };
    expect(await ask(uri('getuser'), user, {})).toMatchObject({ status: 200, body: { Ok: true, Error: '' } });
    const use = (topic: string, acc: number) =>
      ask(uri('aclcheck'), { username: values.username, clientid: values.clientid, topic, acc }, {});
    expect(await use(topics.status(number), 2)).toMatchObject({ status: 200, body: { Ok: true } });
    expect(await use(topics.rpcRequest(number), 4)).toMatchObject({ status: 200, body: { Ok: true } });
    expect(await use(topics.status(number + 1), 2)).toMatchObject({ status: 200, body: { Ok: false } });
  });
});

describe('who asks', () => {
  const body = { username: String(number), password: 'x' };
  it('shares the secret, in a header or in the address', async () => {
    expect((await ask(`/mqtt/auth?secret=${brokerSecret}`, body, {})).status).toBe(200);
    for (const headers of [{}, { 'x-broker-secret': 'guessed' }] as Record<string, string>[]) {
      const refused = await ask('/mqtt/auth', body, headers);
      expect([refused.status, refused.body.code]).toEqual([401, 'broker.wrongSecret']);
    }
  });
  it('is nobody as long as no secret is set', async () => {
    const closed = await open(undefined);
    const answer = await closed.app.inject({ method: 'POST', url: '/api/mqtt/auth', payload: body });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'broker.wrongSecret']);
    await closed.close();
  });
});
