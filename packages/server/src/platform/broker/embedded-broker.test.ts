import { hubSubscriptions, topics } from '@sillage/device-protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StartProblem } from '../start-problem.ts';
import { createEmbeddedBroker } from './index.ts';
import { connectPacket, pair, publishPacket } from './make-test-packets.ts';
import {
  closed,
  farewell,
  silent as log,
  openTestEmbeddedBroker,
  type TestEmbeddedBroker,
} from './open-test-embedded-broker.ts';

const tally = { count: vi.fn() };
let at: TestEmbeddedBroker;

beforeEach(async () => {
  tally.count.mockClear();
  at = await openTestEmbeddedBroker(tally);
});
afterEach(async () => {
  vi.useRealTimers();
  await at.close();
});

it('a device with its secret is heard before its message is acknowledged', async () => {
  const device = await at.plug(10200001);
  await device.publishAsync(topics.status(10200001), 'here', { qos: 1, retain: true });
  expect(at.heard).toEqual([{ topic: topics.status(10200001), text: 'here' }]);
});

it('a second connection of the same device takes over, and the last will of the first is told before', async () => {
  const first = await at.plug(10200001);
  const gone = closed(first);
  const second = await at.plug(10200001);
  await gone;
  await second.publishAsync(topics.status(10200001), 'back', { qos: 1 });
  expect(at.heard.map((message) => message.text)).toEqual(['gone', 'back']);
});

it('live blocks and other messages of a device are heard in the order they were sent', async () => {
  const device = await at.plug(10200001);
  const sent = Array.from({ length: 300 }, (_, i) => `${i}`);
  await Promise.all(
    sent.map((text, i) => {
      const topic = i % 7 === 3 ? topics.status(10200001) : topics.block(10200001);
      return device.publishAsync(topic, text, { qos: i % 7 === 3 || i === sent.length - 1 ? 1 : 0 });
    }),
  );
  expect(at.heard.map((message) => message.text)).toEqual(sent);
});

it('a device that sends nothing but blocks stays connected beyond its keepalive', async () => {
  const socket = at.raw();
  let open = true;
  socket.on('close', () => {
    open = false;
  });
  const name = 'device-10200001';
  socket.write(connectPacket(name, 'one', 1));
  await vi.waitFor(() => expect(socket.bytesRead).toBe(4));
  const block = publishPacket(topics.block(10200001), 'block');
  const timer = setInterval(() => socket.write(block), 50);
  await vi.waitFor(() => expect(at.heard.length).toBeGreaterThan(45), { timeout: 10_000 });
  clearInterval(timer);
  expect(open).toBe(true);
});

it('a later subscriber of the server gets what was retained, but no retained block', async () => {
  const device = await at.plug(10200001);
  await device.publishAsync(topics.meta(10200001), 'meta', { qos: 1, retain: true });
  await device.publishAsync(topics.block(10200001), 'block', { qos: 1, retain: true });
  const later: string[] = [];
  await at.broker.subscribe(hubSubscriptions, (topic) => later.push(topic));
  expect(later).toEqual([topics.meta(10200001)]);
});

it('the server reaches a device on its own topic', async () => {
  const device = await at.plug(10200001);
  await device.subscribeAsync(topics.rpcRequest(10200001), { qos: 1 });
  const got = new Promise<string>((resolve) => {
    device.on('message', (_topic, payload) => resolve(payload.toString()));
  });
  await at.broker.publish(topics.rpcRequest(10200001), 'do it', { qos: 1 });
  expect(await got).toBe('do it');
});

it('a device that stops reading does not hold back the others', async () => {
  const frozen = await at.plug(10200001);
  await frozen.subscribeAsync(topics.rpcRequest(10200001), { qos: 1 });
  frozen.stream.pause();
  const pushed = Array.from({ length: 300 }, () =>
    at.broker.publish(topics.rpcRequest(10200001), Buffer.alloc(60_000), { qos: 0 }),
  );
  await at.expectIngestAlive();
  await Promise.all(pushed); // each ends once the drain timeout drops the frozen device
}, 20_000);

it('takes a connection over any byte stream, as WebSocket gives', async () => {
  const ends = pair();
  at.broker.attach?.(ends[0]);
  const answer: number[] = [];
  ends[1].on('data', (bytes: Buffer) => answer.push(...bytes));
  ends[1].write(connectPacket('device-10200001', 'one'));
  await vi.waitFor(() => expect(answer).toEqual([0x20, 2, 0, 0]));
});

it('a listener that throws is told to the log, not to the device', async () => {
  const failing = vi.fn(() => {
    throw new Error('bug');
  });
  await at.broker.subscribe(hubSubscriptions, failing);
  await at.expectIngestAlive(10200001);
  expect(failing).toHaveBeenCalled();
});

it('a taken port and an absent external broker are said in a sentence', async () => {
  const again = createEmbeddedBroker({
    host: '127.0.0.1',
    port: at.broker.port,
    authenticate: async () => 1,
    log,
    tally,
  });
  await expect(again).rejects.toThrow(StartProblem);
  // An address for documentation (RFC 5737), which no machine has.
  const elsewhere = createEmbeddedBroker({ host: '203.0.113.1', port: 0, authenticate: async () => 1, log, tally });
  await expect(elsewhere).rejects.toThrow(StartProblem);
});

it('cuts a device’s connection at once and tells its will; the others stay, and it may come back while it may', async () => {
  const number = 10200001;
  const [device, other] = [await at.plug(number), await at.plug(10200002)];
  const cut = closed(device);
  at.broker.disconnect(number);
  await cut;
  await vi.waitFor(() => expect(at.heard).toContainEqual({ topic: topics.status(number), text: 'gone' }));
  expect(other.connected).toBe(true);
  at.broker.disconnect(number);
  await at.plug(number);
  const ended = closed(await at.plug(number));
  at.secrets.delete(`device-${number}`);
  at.broker.disconnect(number);
  await ended;
  await expect(at.plug(number, { password: 'one' })).rejects.toThrow();
  await at.expectIngestAlive();
});

it('a device that disconnects is away at once, also one that says nothing', async () => {
  const device = await at.plug(10200001, { will: undefined });
  await device.publishAsync(topics.status(10200001), 'here', { qos: 1, retain: true });
  await device.endAsync();
  await vi.waitFor(() => expect(at.farewells).toEqual([topics.status(10200001)]));
  const later: string[] = [];
  await at.broker.subscribe(hubSubscriptions, (_topic, payload) => later.push(Buffer.from(payload).toString()));
  expect(later).toEqual([farewell]);
});

it('a date that is set forward tells of no device that it left', async () => {
  await at.close();
  const repeated = vi.spyOn(globalThis, 'setInterval');
  at = await openTestEmbeddedBroker(tally);
  const day = 86_400_000;
  const checks = repeated.mock.calls.filter(([, everyMs = 0]) => everyMs < day);
  repeated.mockRestore();
  await at.plug(10200001);
  for (const [check, everyMs] of checks) if (everyMs === 60_000) check(); // the library's own heartbeat
  await vi.waitFor(() => expect(at.heard).toEqual([]));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day });
  for (const [check, everyMs = 0] of checks) if (everyMs > 60_000) check();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([...at.heard, ...at.farewells]).toEqual([]);
});
