import { connect as connectTcp, type Socket } from 'node:net';
import { hubSubscriptions, parseDeviceUsername, topics } from '@sillage/device-protocol';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log/index.ts';
import { StartProblem } from '../start-problem.ts';
import { createEmbeddedBroker } from './index.ts';
import { connectPacket, pair, publishPacket } from './make-test-packets.ts';

type Embedded = Awaited<ReturnType<typeof createEmbeddedBroker>>;
const log = createLog('silent');
const tally = { count: vi.fn() };
const secrets = new Map([
  ['device-10200001', 'one'],
  ['device-10200002', 'two'],
]);

let broker: Embedded;
let heard: { topic: string; text: string }[];
/** Topics on which the broker itself said that a device is away. */
let farewells: string[];
const farewell = '{"connected":false,"state":"off"}';
const clients: MqttClient[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  tally.count.mockClear();
  await open();
});

async function open(): Promise<void> {
  heard = [];
  farewells = [];
  broker = await createEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    log,
    tally,
    authenticate: async (username, password) =>
      secrets.get(username) === password ? parseDeviceUsername(username) : undefined,
  });
  await broker.subscribe(hubSubscriptions, (topic, payload) => {
    const text = Buffer.from(payload).toString();
    if (text === farewell) farewells.push(topic);
    else heard.push({ topic, text });
  });
}

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  for (const socket of sockets.splice(0)) socket.destroy();
  await broker.close();
});

async function plug(number: number, changes: object = {}): Promise<MqttClient> {
  const client = await connectAsync(
    `mqtt://127.0.0.1:${broker.port}`,
    {
      clientId: `device-${number}`,
      username: `device-${number}`,
      password: secrets.get(`device-${number}`) ?? '',
      reconnectPeriod: 0,
      will: { topic: topics.status(number), payload: Buffer.from('gone'), qos: 1, retain: true },
      ...changes,
    },
    false,
  );
  client.on('error', () => {});
  clients.push(client);
  return client;
}

function raw(): Socket {
  const socket = connectTcp(broker.port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

function closed(emitter: Socket | MqttClient): Promise<void> {
  return new Promise((resolve) => {
    (emitter as NodeJS.EventEmitter).once('close', () => resolve());
  });
}

/** The other device's messages still arrive. */
async function expectIngestAlive(number = 10200002) {
  const other = await plug(number);
  const text = `alive ${Math.random()}`;
  await other.publishAsync(topics.block(number), text, { qos: 1 });
  expect(heard.map((message) => message.text)).toContain(text);
}

it('a device with its secret is heard before its message is acknowledged', async () => {
  const device = await plug(10200001);
  await device.publishAsync(topics.status(10200001), 'here', { qos: 1, retain: true });
  expect(heard).toEqual([{ topic: topics.status(10200001), text: 'here' }]);
});

it('a wrong secret, another client id, no keepalive and no credentials are refused', async () => {
  await expect(plug(10200001, { password: 'two' })).rejects.toThrow();
  await expect(plug(10200001, { clientId: 'device-10200002' })).rejects.toThrow();
  await expect(plug(10200001, { keepalive: 0 })).rejects.toThrow();
  await expect(plug(10200001, { username: undefined, password: undefined })).rejects.toThrow();
  await expectIngestAlive();
});

it('a second connection of the same device takes over, and the last will of the first is told before', async () => {
  const first = await plug(10200001);
  const gone = closed(first);
  const second = await plug(10200001);
  await gone;
  await second.publishAsync(topics.status(10200001), 'back', { qos: 1 });
  expect(heard.map((message) => message.text)).toEqual(['gone', 'back']);
});

it('live blocks and other messages of a device are heard in the order they were sent', async () => {
  const device = await plug(10200001);
  const sent = Array.from({ length: 300 }, (_, i) => `${i}`);
  await Promise.all(
    sent.map((text, i) => {
      const topic = i % 7 === 3 ? topics.status(10200001) : topics.block(10200001);
      return device.publishAsync(topic, text, { qos: i % 7 === 3 || i === sent.length - 1 ? 1 : 0 });
    }),
  );
  expect(heard.map((message) => message.text)).toEqual(sent);
});

it('a device that sends nothing but blocks stays connected beyond its keepalive', async () => {
  const socket = raw();
  let open = true;
  socket.on('close', () => {
    open = false;
  });
  const name = 'device-10200001';
  socket.write(connectPacket(name, 'one', 1));
  await vi.waitFor(() => expect(socket.bytesRead).toBe(4));
  const block = publishPacket(topics.block(10200001), 'block');
  const timer = setInterval(() => socket.write(block), 50);
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(45), { timeout: 10_000 });
  clearInterval(timer);
  expect(open).toBe(true);
});

it('blocks in the name of another device, or before the secret was found right, are not heard', async () => {
  const forged = publishPacket(topics.block(10200002), 'forged');
  const early = raw();
  early.resume();
  const gone = closed(early);
  early.write(Buffer.concat([connectPacket('device-10200001', 'two'), publishPacket(topics.block(10200001), 'early')]));
  await gone;
  const device = raw();
  device.resume();
  const dropped = closed(device);
  device.write(Buffer.concat([connectPacket('device-10200001', 'one'), forged, forged]));
  await dropped;
  await expectIngestAlive();
  expect(heard.map((message) => message.text).filter((text) => !text.startsWith('alive'))).toEqual([]);
});

it('a later subscriber of the server gets what was retained, but no retained block', async () => {
  const device = await plug(10200001);
  await device.publishAsync(topics.meta(10200001), 'meta', { qos: 1, retain: true });
  await device.publishAsync(topics.block(10200001), 'block', { qos: 1, retain: true });
  const later: string[] = [];
  await broker.subscribe(hubSubscriptions, (topic) => later.push(topic));
  expect(later).toEqual([topics.meta(10200001)]);
});

it('the server reaches a device on its own topic', async () => {
  const device = await plug(10200001);
  await device.subscribeAsync(topics.rpcRequest(10200001), { qos: 1 });
  const got = new Promise<string>((resolve) => {
    device.on('message', (_topic, payload) => resolve(payload.toString()));
  });
  await broker.publish(topics.rpcRequest(10200001), 'do it', { qos: 1 });
  expect(await got).toBe('do it');
});

it('publishing as another device, or a command, or with QoS 2 ends the connection and is not heard', async () => {
  for (const [topic, qos] of [
    [topics.status(10200002), 1],
    [topics.rpcRequest(10200001), 1],
    ['$SYS/anything', 0],
    [topics.status(10200001), 2],
  ] as const) {
    const device = await plug(10200001, { will: undefined });
    const gone = closed(device);
    device.publish(topic, 'forged', { qos });
    await gone;
  }
  expect(heard).toEqual([]);
  await expectIngestAlive();
});

it('a last will that would go anywhere but to the own status is refused and counted; without one a device is told to be away all the same', async () => {
  const forged = { payload: Buffer.from('forged'), qos: 1 };
  for (const topic of [topics.status(10200002), topics.meta(10200001), 'will']) {
    const refused = await plug(10200001, { will: { ...forged, topic } }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 5 });
  }
  const count = [10200001, 'the last will must go to sillage/v1/devices/10200001/status'] as const;
  expect(tally.count).toHaveBeenCalledWith('login.refused', { device: count[0], reason: count[1] });
  const device = await plug(10200001, { will: undefined });
  device.stream.destroy();
  await vi.waitFor(() => expect(farewells).toEqual([topics.status(10200001)]));
  await expectIngestAlive();
  expect(heard.map((message) => message.text)).not.toContain('forged');
});

it.each([
  ['MQIsdp', 3],
  ['MQTT', 5],
])('another version of MQTT than 3.1.1 is refused and counted: %s %i', async (protocolId, protocolVersion) => {
  const refused = await plug(10200001, { protocolId, protocolVersion }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: protocolVersion === 3 ? 1 : expect.any(Number) });
  await vi.waitFor(() =>
    expect(tally.count).toHaveBeenCalledWith(
      'packet.refused',
      expect.objectContaining({ reason: 'unacceptable protocol version' }),
    ),
  );
  await expectIngestAlive();
});

it('subscribing to anything but its own commands is refused', async () => {
  const device = await plug(10200001);
  for (const filter of ['#', '+/#', '$SYS/#', 'sillage/v1/devices/+/block', topics.rpcRequest(10200002)]) {
    await expect(device.subscribeAsync(filter)).rejects.toThrow();
  }
});

it('garbage, endless packets and packets larger than a block end only their own connection', async () => {
  const attacks: Uint8Array[] = [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), // CONNECT of 256 MB
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]), // length without end
    Buffer.from([0x30, 0x02, 0x00, 0x00]), // PUBLISH before CONNECT
    Buffer.alloc(5000, 0xff),
  ];
  for (const bytes of attacks) {
    const socket = raw();
    const gone = closed(socket);
    socket.write(bytes);
    socket.resume();
    if (bytes[0] !== 0x30) await gone;
  }
  const device = await plug(10200001);
  const gone = closed(device);
  device.publish(topics.block(10200001), Buffer.alloc(70_000));
  await gone;
  expect(heard.map((message) => message.text.length)).not.toContain(70_000);
  await expectIngestAlive();
});

it('a device that stops reading does not hold back the others', async () => {
  const frozen = await plug(10200001);
  await frozen.subscribeAsync(topics.rpcRequest(10200001), { qos: 1 });
  frozen.stream.pause();
  const pushed = Array.from({ length: 300 }, () =>
    broker.publish(topics.rpcRequest(10200001), Buffer.alloc(60_000), { qos: 0 }),
  );
  await expectIngestAlive();
  await Promise.all(pushed); // each ends once the drain timeout drops the frozen device
}, 20_000);

it('takes a connection over any byte stream, as WebSocket gives', async () => {
  const ends = pair();
  broker.attach?.(ends[0]);
  const answer: number[] = [];
  ends[1].on('data', (bytes: Buffer) => answer.push(...bytes));
  ends[1].write(connectPacket('device-10200001', 'one'));
  await vi.waitFor(() => expect(answer).toEqual([0x20, 2, 0, 0]));
});

it('a listener that throws is told to the log, not to the device', async () => {
  const failing = vi.fn(() => {
    throw new Error('bug');
  });
  await broker.subscribe(hubSubscriptions, failing);
  await expectIngestAlive(10200001);
  expect(failing).toHaveBeenCalled();
});

it('a taken port and an absent external broker are said in a sentence', async () => {
  const again = createEmbeddedBroker({ host: '127.0.0.1', port: broker.port, authenticate: async () => 1, log, tally });
  await expect(again).rejects.toThrow(StartProblem);
  // An address for documentation (RFC 5737), which no machine has.
  const elsewhere = createEmbeddedBroker({ host: '203.0.113.1', port: 0, authenticate: async () => 1, log, tally });
  await expect(elsewhere).rejects.toThrow(StartProblem);
});

it('cuts a device’s connection at once and tells its will; the others stay, and it may come back while it may', async () => {
  const number = 10200001;
  const [device, other] = [await plug(number), await plug(10200002)];
  const cut = closed(device);
  broker.disconnect(number);
  await cut;
  await vi.waitFor(() => expect(heard).toContainEqual({ topic: topics.status(number), text: 'gone' }));
  expect(other.connected).toBe(true);
  broker.disconnect(number);
  await plug(number);
  const ended = closed(await plug(number));
  secrets.delete(`device-${number}`);
  broker.disconnect(number);
  await ended;
  await expect(plug(number, { password: 'one' })).rejects.toThrow();
  secrets.set(`device-${number}`, 'one');
  await expectIngestAlive();
});

it('a device that disconnects is away at once, also one that says nothing', async () => {
  const device = await plug(10200001, { will: undefined });
  await device.publishAsync(topics.status(10200001), 'here', { qos: 1, retain: true });
  await device.endAsync();
  await vi.waitFor(() => expect(farewells).toEqual([topics.status(10200001)]));
  const later: string[] = [];
  await broker.subscribe(hubSubscriptions, (_topic, payload) => later.push(Buffer.from(payload).toString()));
  expect(later).toEqual([farewell]);
});

it('a date that is set forward tells of no device that it left', async () => {
  await broker.close();
  const repeated = vi.spyOn(globalThis, 'setInterval');
  await open();
  const day = 86_400_000;
  const checks = repeated.mock.calls.filter(([, everyMs = 0]) => everyMs < day);
  repeated.mockRestore();
  await plug(10200001);
  for (const [check, everyMs] of checks) if (everyMs === 60_000) check(); // the library's own heartbeat
  await vi.waitFor(() => expect(heard).toEqual([]));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day });
  for (const [check, everyMs = 0] of checks) if (everyMs > 60_000) check();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([...heard, ...farewells]).toEqual([]);
});

it('a device may be called by its number alone, and is one device by both names', async () => {
  secrets.set('10200001', 'one');
  const first = await plug(10200001, { clientId: '10200001', username: '10200001' });
  const gone = closed(first);
  const second = await plug(10200001);
  await gone;
  await second.publishAsync(topics.status(10200001), 'here', { qos: 1 });
  expect(heard.at(-1)).toEqual({ topic: topics.status(10200001), text: 'here' });
  secrets.delete('10200001');
});

it('of two programs that fight over one number the one that is there keeps it for a while; both are counted', async () => {
  let refused = 0;
  for (let i = 0; i < 12; i++) await plug(10200001).catch(() => (refused += 1));
  expect(refused).toBeGreaterThan(0);
  const countedAs = (kind: string) => tally.count.mock.calls.filter(([what]) => what === kind).length;
  expect([countedAs('connection.takenOver'), countedAs('login.refused')]).toEqual([11 - refused, refused]);
  const last = clients.filter((client) => client.connected);
  expect(last).toHaveLength(1);
  await last[0]?.publishAsync(topics.status(10200001), 'here', { qos: 1 });
  await plug(10200002); // nobody else is slowed
});

it('refused logins, packets and connections beyond the limit are counted, not logged each', async () => {
  await expect(plug(10200001, { password: 'two' })).rejects.toThrow();
  expect(tally.count).toHaveBeenCalledWith('login.refused', expect.objectContaining({ device: 10200001 }));
  const device = await plug(10200001);
  const gone = closed(device);
  device.publish(topics.status(10200002), 'forged', { qos: 1 });
  await gone;
  expect(tally.count).toHaveBeenCalledWith('packet.refused', expect.objectContaining({ device: 10200001 }));
});
