import { topics } from '@sillage/device-protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectPacket, publishPacket } from './make-test-packets.ts';
import { closed, openTestEmbeddedBroker, type TestEmbeddedBroker } from './open-test-embedded-broker.ts';

const tally = { count: vi.fn() };
let at: TestEmbeddedBroker;

beforeEach(async () => {
  tally.count.mockClear();
  at = await openTestEmbeddedBroker(tally);
});
afterEach(async () => {
  await at.close();
});

it('a wrong secret, another client id, no keepalive and no credentials are refused', async () => {
  await expect(at.plug(10200001, { password: 'two' })).rejects.toThrow();
  await expect(at.plug(10200001, { clientId: 'device-10200002' })).rejects.toThrow();
  await expect(at.plug(10200001, { keepalive: 0 })).rejects.toThrow();
  await expect(at.plug(10200001, { username: undefined, password: undefined })).rejects.toThrow();
  await at.expectIngestAlive();
});

it('blocks in the name of another device, or before the secret was found right, are not heard', async () => {
  const forged = publishPacket(topics.block(10200002), 'forged');
  const early = at.raw();
  early.resume();
  const gone = closed(early);
  early.write(Buffer.concat([connectPacket('device-10200001', 'two'), publishPacket(topics.block(10200001), 'early')]));
  await gone;
  const device = at.raw();
  device.resume();
  const dropped = closed(device);
  device.write(Buffer.concat([connectPacket('device-10200001', 'one'), forged, forged]));
  await dropped;
  await at.expectIngestAlive();
  expect(at.heard.map((message) => message.text).filter((text) => !text.startsWith('alive'))).toEqual([]);
});

it('publishing as another device, or a command, or with QoS 2 ends the connection and is not heard', async () => {
  for (const [topic, qos] of [
    [topics.status(10200002), 1],
    [topics.rpcRequest(10200001), 1],
    ['$SYS/anything', 0],
    [topics.status(10200001), 2],
  ] as const) {
    const device = await at.plug(10200001, { will: undefined });
    const gone = closed(device);
    device.publish(topic, 'forged', { qos });
    await gone;
  }
  expect(at.heard).toEqual([]);
  await at.expectIngestAlive();
});

it('a last will that would go anywhere but to the own status is refused and counted; without one a device is told to be away all the same', async () => {
  const forged = { payload: Buffer.from('forged'), qos: 1 };
  for (const topic of [topics.status(10200002), topics.meta(10200001), 'will']) {
    const refused = await at.plug(10200001, { will: { ...forged, topic } }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 5 });
  }
  const count = [10200001, 'the last will must go to sillage/v1/devices/10200001/status'] as const;
  expect(tally.count).toHaveBeenCalledWith('login.refused', { device: count[0], reason: count[1] });
  const device = await at.plug(10200001, { will: undefined });
  device.stream.destroy();
  await vi.waitFor(() => expect(at.farewells).toEqual([topics.status(10200001)]));
  await at.expectIngestAlive();
  expect(at.heard.map((message) => message.text)).not.toContain('forged');
});

it.each([
  ['MQIsdp', 3],
  ['MQTT', 5],
])('another version of MQTT than 3.1.1 is refused and counted: %s %i', async (protocolId, protocolVersion) => {
  const refused = await at.plug(10200001, { protocolId, protocolVersion }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: protocolVersion === 3 ? 1 : expect.any(Number) });
  await vi.waitFor(() =>
    expect(tally.count).toHaveBeenCalledWith(
      'packet.refused',
      expect.objectContaining({ reason: 'unacceptable protocol version' }),
    ),
  );
  await at.expectIngestAlive();
});

it('subscribing to anything but its own commands is refused', async () => {
  const device = await at.plug(10200001);
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
    const socket = at.raw();
    const gone = closed(socket);
    socket.write(bytes);
    socket.resume();
    if (bytes[0] !== 0x30) await gone;
  }
  const device = await at.plug(10200001);
  const gone = closed(device);
  device.publish(topics.block(10200001), Buffer.alloc(70_000));
  await gone;
  expect(at.heard.map((message) => message.text.length)).not.toContain(70_000);
  await at.expectIngestAlive();
});

it('a device may be called by its number alone, and is one device by both names', async () => {
  at.secrets.set('10200001', 'one');
  const first = await at.plug(10200001, { clientId: '10200001', username: '10200001' });
  const gone = closed(first);
  const second = await at.plug(10200001);
  await gone;
  await second.publishAsync(topics.status(10200001), 'here', { qos: 1 });
  expect(at.heard.at(-1)).toEqual({ topic: topics.status(10200001), text: 'here' });
});

it('of two programs that fight over one number the one that is there keeps it for a while; both are counted', async () => {
  let refused = 0;
  for (let i = 0; i < 12; i++) await at.plug(10200001).catch(() => (refused += 1));
  expect(refused).toBeGreaterThan(0);
  const countedAs = (kind: string) => tally.count.mock.calls.filter(([what]) => what === kind).length;
  expect([countedAs('connection.takenOver'), countedAs('login.refused')]).toEqual([11 - refused, refused]);
  const last = at.plugged.filter((mqttClient) => mqttClient.connected);
  expect(last).toHaveLength(1);
  await last[0]?.publishAsync(topics.status(10200001), 'here', { qos: 1 });
  await at.plug(10200002); // nobody else is slowed
});

it('refused logins, packets and connections beyond the limit are counted, not logged each', async () => {
  await expect(at.plug(10200001, { password: 'two' })).rejects.toThrow();
  expect(tally.count).toHaveBeenCalledWith('login.refused', expect.objectContaining({ device: 10200001 }));
  const device = await at.plug(10200001);
  const gone = closed(device);
  device.publish(topics.status(10200002), 'forged', { qos: 1 });
  await gone;
  expect(tally.count).toHaveBeenCalledWith('packet.refused', expect.objectContaining({ device: 10200001 }));
});
