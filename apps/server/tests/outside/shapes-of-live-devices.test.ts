import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { listenTo, type Program, type Said, signInPlainly } from './plain-program.ts';

const number = 10200042;
let hub: TestHub;
let ask: Program;
let session: Said;
let devices: string;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!'));
  devices = `/devices/rt/${session.client_id}`;
  await hub.plug([number]);
  await waitUntil('the device to be connected', async () => (await settings()).is_connected);
});
afterAll(async () => {
  await hub?.stop();
});

const settings = async (): Promise<Said> => (await ask('GET', `${devices}/${number}/settings`)).body;

function enter(room: string, namespace: '/' | '/api' = '/') {
  const socket = listenTo(hub.url, namespace);
  onTestFinished(() => void socket.close());
  socket.say('subscribe', { room, token: session.access_token });
  return socket;
}

test('the list of devices is a plain array, and what the room sends at once to who enters', async () => {
  const { body: list } = await ask('POST', `${devices}/all`);
  expect(list[0].number).toEqual(expect.any(Number));
  expect(list.find((one: Said) => one.number === number)).toMatchObject({ is_connected: true });
  const sent = await enter(`app/client/${session.client_id}/device/list_connected`).hears(
    'app/client/device/list_connected',
  );
  const steady = ({ number, name, is_connected, modules, features }: Said) => ({
    ...{ number, name, is_connected, modules, features },
  });
  expect(sent.map(steady)).toEqual(list.map(steady));
});

describe.each(['/', '/api'] as const)('in the namespace %s', (namespace) => {
  test('the status of a device is sent at once, whole', async () => {
    const sent = await enter(`app/device/${number}/board/status`, namespace).hears('app/device/board/status');
    const { name, modules, features } = await settings();
    expect(sent).toMatchObject({ number, is_connected: true, name, modules, features });
  });

  test('no scenario runs: that is sent at once', async () => {
    const sent = await enter(`app/device/${number}/scenario/status`, namespace).hears('app/device/scenario/status');
    expect(sent).toEqual({
      ...{ number, run_id: null, joined: false, state: null, scenario: null, step: null, prompts: [] },
    });
  });

  test('the room of indicators is entered and left, with or without a token', async () => {
    const room = `app/device/${number}/ind/json/all`;
    const socket = enter(room, namespace);
    await socket.hears('message/info', (info) => info.room === room);
    socket.say('unsubscribe', { room, token: session.access_token });
    await socket.hears('message/info', (info) => info.room === room && info.msg.en === 'Room left.');
    expect(socket.heard.filter(({ event }) => event === 'message/error')).toEqual([]);
  });
});

describe('commands', () => {
  const command = (body: object) => ask('POST', `${devices}/${number}/rpc/request`, body);

  test('an `id` in an answer means “poll this”: a stop says which record by `recordId`', async () => {
    const started = await command({ feature: 'record', cmd_type: 'cmd_start', params: {} });
    expect(started).toMatchObject({ status: 200, body: { recordId: expect.any(Number) } });
    const stopped = await command({ feature: 'record', cmd_type: 'cmd_stop', params: {} });
    expect(stopped).toMatchObject({ status: 200, body: { recordId: started.body.recordId } });
    expect([started.body, stopped.body].filter((body) => 'id' in body)).toEqual([]);
  });

  test('one that is not waited for has an `id`, by which its result is asked for', async () => {
    const asked = await command({ method: 'v1.clock.get', wait_for_result: false });
    expect(asked).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    const result = await waitUntil('the result', async () => {
      const answer = await ask('POST', `${devices}/${number}/rpc/response`, { id: asked.body.id });
      return answer.status !== 202 && answer;
    });
    expect(result).toMatchObject({ status: 200, body: { clockUs: expect.any(Number) } });
    expect(await ask('POST', `${devices}/${number}/rpc/response`, { id: 'unknown' })).toMatchObject({ status: 404 });
  });
});

describe('addresses that only other programs use', () => {
  test('how many devices are there, which, and which of them record', async () => {
    expect(await ask('GET', '/devices/rt/global/count')).toMatchObject({ status: 200, body: { count: 1 } });
    const { body: there } = await ask('GET', '/devices/rt/global/devices');
    expect(there).toMatchObject({ total: 1, items: [{ number, is_connected: true }] });
    expect((await ask('GET', '/devices/on_rec')).body).toEqual({ items: [], total: 0 });
    const record = (cmd_type: string) =>
      ask('POST', `${devices}/${number}/rpc/request`, { feature: 'record', cmd_type, params: {} });
    await record('cmd_start');
    const recording = await waitUntil('the device to record', async () => {
      const { body } = await ask('GET', '/devices/on_rec');
      return body.total === 1 && body;
    });
    expect(recording.items).toMatchObject([{ number, state: 'record' }]);
    await record('cmd_stop');
    await waitUntil('nothing to record', async () => (await ask('GET', '/devices/on_rec')).body.total === 0);
  });

  test('the groups of a person, of those whom the caller sees', async () => {
    const { body: people } = await ask('POST', '/users/all', { role: 'Coach' });
    const coach = people.items[0];
    const { status, body } = await ask('GET', `/users/${coach.id}/groups`);
    expect([status, body.total]).toEqual([200, coach.groups.length]);
    expect(body.items).toEqual(coach.groups);
    expect((await ask('GET', '/users/999999/groups')).status).toBe(404);
  });
});
