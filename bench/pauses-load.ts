import { randomUUID } from 'node:crypto';
import { limits, rooms } from '@sillage/contract';
import { deviceUsername, RpcCall, topics } from '@sillage/device-protocol';
import { type Database, tables } from '@sillage/server/platform/database';
import { connectAsync, type MqttClient } from 'mqtt';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { metaOf } from './ingest-load.ts';
import { administrator } from './upload-load.ts';

export const FromPausesServer = z.union([
  z.object({ url: z.string(), mqttPort: z.number() }),
  z.object({ wallMs: z.number(), computedMs: z.number() }),
]);
export type FromPausesServer = z.infer<typeof FromPausesServer>;

const text = (characters: number) => 'x'.repeat(characters);
const words = { fr: text(40), en: text(40) };

/** Records whose rows are as wide as they become: many variables, other programs' data, a preview. */
export async function addWideRecords({ db }: Database, records: number): Promise<void> {
  const [client] = await db.select().from(tables.clients).limit(1);
  const variables = Array.from({ length: 200 }, (_, i) => [`imu.column_${i}`, { description: words, unit: 'm/s²' }]);
  const row = {
    clientId: client?.id ?? 0,
    source: 'csv' as const,
    startedAt: new Date(0),
    startUs: 0,
    decodeState: 'done' as const,
    availableData: Object.fromEntries(variables),
    otherData: { notes: text(limits.otherDataCharacters - 100) },
    preview: Array.from({ length: limits.previewPoints }, (_, i) => i / 7),
    comment: text(5000),
  };
  for (let left = records; left > 0; left -= 100) {
    const rows = Array.from({ length: Math.min(100, left) }, (_, i) => ({
      ...row,
      uid: randomUUID(),
      basename: `wide ${left - i}`,
    }));
    await db.insert(tables.records).values(rows);
  }
}

/** Asks in the administrator's name, and reads each answer to its end. */
export async function openProgram(url: string) {
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/login`, { method: 'POST', headers: json, body: JSON.stringify(administrator) });
  const session = z
    .object({ access_token: z.string(), user: z.object({ id: z.number(), client_id: z.number() }) })
    .parse(await login.json());
  const authorization = `Bearer ${session.access_token}`;
  const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
    const sent = body instanceof FormData ? body : body === undefined ? null : JSON.stringify(body);
    const headers = body instanceof FormData ? { authorization } : { ...json, authorization };
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: sent });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said.slice(0, 200)}`);
    return said;
  };
  const download = async (path: string) =>
    new Uint8Array(await (await fetch(`${url}/api${path}`, { headers: { authorization } })).arrayBuffer());
  return { ask, download, user: session.user, token: session.access_token };
}
export type Program = Awaited<ReturnType<typeof openProgram>>;

/** As many parameters as a person may add, each as long as is taken. */
export async function addParameters({ ask, user }: Program): Promise<void> {
  const items = Array.from({ length: 170 }, (_, i) => ({ value: `value-${i}`, title: { fr: text(20), en: text(20) } }));
  for (let i = 0; i < limits.addedParameters; i++) {
    await ask('POST', `/cookies/User/${user.id}?cookie_name=own::notes::p${i}`, {
      type: 'list',
      items,
      multiple: true,
    });
  }
}

/** Devices that tell how they do, each over its own connection. */
export async function plugDevices({ ask, user }: Program, mqttPort: number, count: number): Promise<MqttClient[]> {
  const clients: MqttClient[] = [];
  for (let serial = 1; serial <= count; serial++) {
    const made = await ask('POST', '/devices', { type: 'maxi', serial, client_id: user.client_id });
    const { number, secret } = z.object({ number: z.number(), secret: z.string() }).parse(JSON.parse(made));
    const name = deviceUsername(number);
    const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      clientId: name,
      username: name,
      password: secret,
    });
    answerCalls(client, number);
    await client.subscribeAsync(topics.rpcRequest(number), { qos: 1 });
    await client.publishAsync(topics.meta(number), JSON.stringify(metaOf(number)), { qos: 1, retain: true });
    clients.push(client);
  }
  return clients;
}

/** As a device that has recorded nothing: one that is silent counts as away. */
function answerCalls(client: MqttClient, number: number): void {
  const answers: Record<string, () => unknown> = {
    'v1.clock.get': () => ({ clockUs: Date.now() * 1000 }),
    'v1.record.rec.list': () => ({ records: [] }),
  };
  client.on('message', (_topic, payload) => {
    const { id, method } = RpcCall.parse(JSON.parse(payload.toString()));
    client.publish(topics.rpcResponse(number), JSON.stringify({ id, result: answers[method]?.() ?? {} }), { qos: 1 });
  });
}

/** All of them report another charge of their battery. */
export async function reportAll(clients: readonly MqttClient[], battery: number): Promise<void> {
  const status = JSON.stringify({ connected: true, state: 'idle', battery, clockUs: Date.now() * 1000 });
  const numbered = clients.map((client) => ({ client, number: Number(client.options.clientId?.split('-')[1]) }));
  await Promise.all(
    numbered.map(({ client, number }) => client.publishAsync(topics.status(number), status, { qos: 1, retain: true })),
  );
}

/** Browsers, each of which looks at the list of a client's devices and at each of them. */
export async function watchBoard(url: string, { user, token }: Program, numbers: readonly number[], viewers: number) {
  const sockets: Socket[] = [];
  for (let i = 0; i < viewers; i++) {
    const socket = io(url, { transports: ['websocket'], forceNew: true });
    let entered = 0;
    const all = new Promise<void>((resolve) => {
      socket.on('message/info', () => ++entered === numbers.length + 1 && resolve());
    });
    socket.on('connect', () => {
      const names = [rooms.connectedDevices.room(user.client_id), ...numbers.map(rooms.boardStatus.room)];
      for (const room of names) socket.emit('subscribe', { room, token });
    });
    await all;
    sockets.push(socket);
  }
  return sockets;
}
