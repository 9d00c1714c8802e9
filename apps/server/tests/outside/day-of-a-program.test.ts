import { setTimeout as delay } from 'node:timers/promises';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { listenTo, type Program, plainProgram, type Said, signInPlainly } from './plain-program.ts';

const number = 10200042;
const recordSeconds = 3;
let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  await hub.plug([number]);
});
afterAll(async () => {
  await hub?.stop();
});

/** Enters every room of a client and a device; answers the connection once all have let it in. */
async function enterAllRooms(authorization: string, clientId: number) {
  const socket = listenTo(`${hub.url}`, '/api');
  const rooms = [
    `app/client/${clientId}/device/list_connected`,
    `app/client/${clientId}/record/update`,
    ...['board/status', 'data/json/all', 'ind/json/all', 'scenario/status'].map(
      (room) => `app/device/${number}/${room}`,
    ),
  ];
  for (const room of rooms) socket.say('subscribe', { room, authorization });
  for (const room of rooms) await socket.hears('message/info', (info) => info.room === room);
  expect(socket.heard.filter(({ event }) => event === 'message/error')).toEqual([]);
  return socket;
}

async function recordSomeSeconds(ask: Program, clientId: number): Promise<number> {
  const command = (cmd_type: string) =>
    ask('POST', `/devices/rt/${clientId}/${number}/rpc/request`, { feature: 'record', cmd_type, params: {} });
  const started = await waitUntil('the device to record', async () => {
    const answer = await command('cmd_start');
    return answer.status === 200 && answer;
  });
  await delay(recordSeconds * 1000);
  const stopped = await command('cmd_stop');
  expect(stopped).toMatchObject({ status: 200, body: { recordId: started.body.recordId } });
  expect('id' in stopped.body).toBe(false);
  const { id } = await waitUntil('the record to be listed and readable', async (): Promise<Said> => {
    const { body } = await ask('POST', '/records/all', { record_type: '', groupIds: [], pageSize: 1 });
    return body.records[0]?.visualisable && body.records[0];
  });
  return id;
}

test('a program signs in, lists, filters, watches, records, decodes, reads and uploads, all as is promised', async () => {
  const { session, ask: asPerson } = await signInPlainly(hub.url, 'coach@demo.sillage', 'Coach-2026!');
  const { body: key } = await asPerson('POST', '/api_keys', { name: 'a program', access: 'write' });
  const authorization = `ApiKey ${key.key}`;
  const ask = plainProgram(hub.url, authorization);
  const { body: me } = await ask('GET', '/login');
  expect(me).toMatchObject({ client_id: session.client_id, mail: 'coach@demo.sillage', roles: ['Coach'] });
  const clientId: number = me.client_id;

  const { body: devices } = await ask('POST', `/devices/rt/${clientId}/all`);
  expect(devices.map((device: Said) => device.number)).toContain(number);
  const { body: athletes } = await ask('POST', '/users/all', { role: 'Athlete', client_id: clientId, pageSize: -1 });
  expect(athletes.items.length).toBeGreaterThan(0);
  expect(await ask('POST', '/records/all', { record_types: [] })).toMatchObject({
    status: 422,
    body: { fields: { record_types: 'unknown' } },
  });

  const socket = await enterAllRooms(authorization, clientId);
  const [list, board, scenario] = await Promise.all([
    socket.hears('app/client/device/list_connected'),
    socket.hears('app/device/board/status'),
    socket.hears('app/device/scenario/status'),
  ]);
  expect(list.map((device: Said) => device.number)).toEqual(devices.map((device: Said) => device.number));
  expect(board).toMatchObject({ number, features: { record: { cmd_start: expect.any(String) } } });
  expect(scenario).toMatchObject({ number, run_id: null });

  const recordId = await recordSomeSeconds(ask, clientId);
  const live = await socket.hears('app/device/data/json/all', ({ recTime }) => recTime > 0);
  expect(Object.values<Said>(live.data)[0].T.length).toBeGreaterThan(0);
  await socket.hears('app/device/board/status', ({ state }) => state === 'record');
  const isDecoded = ({ reason, record_ids }: Said) => reason === 'decoded' && record_ids.includes(recordId);
  await socket.hears('app/client/record/update', isDecoded);
  socket.close();

  const { status, body: asked } = await ask('POST', '/tasks', { name: 'decode', rec_id: recordId });
  expect(status).toBe(200);
  const task = await waitUntil('the decoding', async (): Promise<Said> => {
    const { body } = await ask('GET', `/tasks/status?id=${asked.task_id}`);
    return !body[0].loading && body[0];
  });
  expect(task).toMatchObject({ success: true, rec_ids: [recordId] });
  expect('download' in task.result).toBe(false);

  const { body: record } = await ask('GET', `/records/${recordId}`);
  const [variable = ''] = Object.keys(record.available_data);
  const { body: entry } = await ask('GET', `/records/${recordId}/data?wanted_x=T&wanted_y=${variable}`);
  expect(entry.data[variable].data.length).toBeGreaterThan(0);

  const window = { t0: 0.5, t1: 1.5 };
  const { body: selection } = await ask('POST', `/records/${recordId}/selections`, window);
  const { body: read } = await ask('GET', `/records/${recordId}/selections/${selection.id}`);
  expect(read).toEqual(selection);
  expect(read).toMatchObject({ ...window, record_id: recordId, num: 1 });
  expect(await ask('GET', `/records/${recordId}/selections/999999`)).toMatchObject({ status: 404 });

  const form = new FormData();
  form.append('data', new Blob([JSON.stringify({ comment: 'from a program' })], { type: 'application/json' }));
  form.append('file', new File(['T,force\n0,1\n0.1,2\n0.2,3\n'], 'force.csv'));
  expect(await ask('POST', '/records', form)).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
});
