import { type ApiClient, createRealtimeClient } from '@sillage/client';
import { api, type DeviceEdit, rooms } from '@sillage/contract';
import { addPerson, signIn, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSocket } from '../attacks/open-socket.ts';
import { type Population, populate } from './populate-clients.ts';

let hub: TestHub;
let people: Population;
const stops: (() => void)[] = [];
beforeAll(async () => {
  hub = await startTestHub();
  people = await populate(hub);
});
afterAll(async () => {
  for (const stop of stops) stop();
  await hub?.stop();
});

/** Somebody in the room of a device's status; `taken` is the code by which they were taken out. */
async function watch(number: number, authorization: string) {
  const realtime = createRealtimeClient({
    url: hub.url,
    token: () => authorization.replace('Bearer ', ''),
    onRefused: (_, { code }) => void taken.push(code),
    transports: ['websocket'],
  });
  stops.push(() => realtime.stop());
  const taken: string[] = [];
  const entered = new Promise<void>((resolve) => realtime.onEntered(() => resolve()));
  realtime.subscribe('boardStatus', number, () => {});
  realtime.start();
  await entered;
  return taken;
}

const until = (what: string, done: () => boolean) => waitUntil(what, async () => done());
const edit = (id: number, body: DeviceEdit) => hub.client.call(api.editDevice, { params: { id }, body });

test('who is no longer paired with a device, or not of its client, no longer hears it', async () => {
  const device = await people.target('device', 'own');
  const wearer = await watch(device.number, people.callers.Athlete);
  const trainer = await watch(device.number, people.callers.Coach);
  const administrator = await watch(device.number, people.callers.Admin);
  await edit(device.id, { users: [] });
  await until('the athlete to be taken out', () => wearer.length > 0);
  expect(trainer).toEqual([]);
  await edit(device.id, { client_id: people.sides.foreign.clientId });
  await until('the coach to be taken out', () => trainer.length > 0);
  expect([...wearer, ...trainer]).toEqual(['entity.notFound', 'entity.notFound']);
  expect(administrator).toEqual([]);
});

test('a restore that gives a device back to its former client takes out the people of the other', async () => {
  const device = await people.fresh('device', 'foreign');
  const args = { with_files: false };
  const { task_id } = await hub.client.call(api.createTask, { body: { name: 'backup.export', args } });
  await ended(task_id);
  const { body } = await hub.client.fetchBytes(api.downloadTask, { params: { id: task_id } });
  await edit(device.id, { client_id: people.sides.own.clientId });
  const trainer = await watch(device.number, people.callers.Coach);
  const file = { name: 'backup.zip', content: new Blob([new Uint8Array(body)]) };
  const restore = await hub.client.call(api.createTaskWithFile, { body: { name: 'backup.restore' }, file });
  await ended(restore.task_id);
  await until('the coach to be taken out', () => trainer.length > 0);
});

test('a revoked or shortened API key and a deactivated person hear nothing more', async () => {
  const device = await people.fresh('device', 'own');
  const { id, signedIn, client } = await newAthlete('keys@athletes.test');
  await edit(device.id, { users: [id] });
  const [revoked, shortened] = [await keyOf(client), await keyOf(client)];
  const listen = async (authorization: string) => {
    const socket = await openSocket(hub);
    stops.push(() => socket.close());
    socket.send('subscribe', { room: rooms.boardStatus.room(device.number), authorization });
    expect(await socket.answers(1)).toMatchObject([{ msg: { en: 'Room joined.' } }]);
    return socket;
  };
  const programs = [await listen(`ApiKey ${revoked.key}`), await listen(`ApiKey ${shortened.key}`)] as const;
  const person = await listen(signedIn);
  await client.call(api.revokeApiKey, { params: { id: revoked.id } });
  await until('the revoked key to be cut', () => programs[0].isClosed);
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  await client.call(api.editApiKey, { params: { id: shortened.id }, body: { expires_at } });
  await until('the shortened key to be cut', () => programs[1].isClosed);
  expect(person.isClosed).toBe(false);
  await hub.client.call(api.editUser, { params: { id }, body: { active: false } });
  await until('the person to be cut', () => person.isClosed);
});

async function ended(id: number) {
  return waitUntil('the task to end', async () => {
    const [task] = await hub.client.call(api.listTaskStatus, { query: { id } });
    if (task?.executing === 4) throw new Error(JSON.stringify(task.result));
    return task?.executing === 3;
  });
}

async function newAthlete(mail: string): Promise<{ id: number; signedIn: string; client: ApiClient }> {
  const { clientId, groupId } = people.sides.own;
  const id = await addPerson(hub.client, { mail, role: 'Athlete', client_id: clientId, groups: [groupId] });
  const client = await signIn(hub.url, { mail });
  return { id, signedIn: client.authorization, client };
}

const keyOf = (client: ApiClient) => client.call(api.createApiKey, { body: { name: 'dashboard', access: 'read' } });
