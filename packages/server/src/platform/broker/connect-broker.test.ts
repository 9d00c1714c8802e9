import { hubSubscriptions, topics } from '@sillage/device-protocol';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Log } from '../log/index.ts';
import { StartProblem } from '../start-problem.ts';
import { type Broker, BrokerAway, connectBroker, NobodyListens } from './index.ts';
import { claimTopic } from './judge-claim.ts';
import { openTestBroker, type TestBroker } from './open-test-broker.ts';

const number = 10200042;
/** ms; short, and in the same order as the real ones. */
const times = { answerMs: 150, silentMs: 600, againMs: 100 };

let broker: TestBroker;
let lines: string[];
const closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  broker = await openTestBroker();
  lines = [];
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await broker.close();
});

function log(): Log {
  const say = (_fields: object, line: string) => void lines.push(line);
  const own = { debug() {}, info: say, warn: say, error: say, child: () => own };
  // Only what the broker's room calls.
  return own as unknown as Log;
}

async function join(changes: object = {}): Promise<Broker> {
  const parts = { url: broker.url, log: log(), patienceMs: 0, say() {}, lostTo() {}, times };
  const joined = await connectBroker({ ...parts, ...changes });
  closers.push(() => joined.close());
  return joined;
}

async function plug(clientId = `device-${number}`): Promise<MqttClient> {
  const device = await connectAsync(broker.url, { clientId, protocolVersion: 5, reconnectPeriod: 0 }, false);
  device.on('error', () => {});
  closers.push(() => device.endAsync(true));
  return device;
}

it('a second server is refused with a sentence, the first stays; after its end another may come', async () => {
  const first = await join();
  const second = join();
  await expect(second).rejects.toThrow(StartProblem);
  await expect(second).rejects.toThrow(/^Another Sillage server, on .*, uses the broker at mqtt:\/\/127/);
  expect(first.isReady()).toBe(true);
  await first.close();
  await join();
});

it('of two servers that start together one gets the broker', async () => {
  const starts = await Promise.allSettled([join(), join()]);
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('a server that finds the broker taken when it comes back ends with a sentence', async () => {
  const lost: string[] = [];
  await join({ lostTo: ({ message }: Error) => lost.push(message) });
  const intruder = await plug('intruder');
  const claim = { server: 'other', host: 'boathouse', held: true, heldSeconds: 10 };
  await broker.cut();
  await broker.back();
  await intruder.endAsync(true);
  const other = await plug('intruder');
  await vi.waitFor(async () => {
    await other.publishAsync(claimTopic, JSON.stringify(claim), { qos: 1, retain: true });
    expect(lost).toHaveLength(1);
  }, 5000);
  expect(lost[0]).toContain('on boathouse');
});

it('a claim that nobody repeats is taken over', async () => {
  const gone = await plug('gone');
  const claim = { server: 'gone', host: 'boathouse', held: true, heldSeconds: 10 };
  await gone.publishAsync(claimTopic, JSON.stringify(claim), { qos: 1, retain: true });
  await join();
});

it('an account that may not say its claim is told so', async () => {
  broker.mayNotPublish = claimTopic;
  await expect(join()).rejects.toThrow(/may not write and read sillage\/v1\/server\/claim .*engines\.md/);
});

it('waits for a broker that is not there yet and says so once, without a part of the password', async () => {
  await broker.cut();
  const problem = await join().catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(StartProblem);
  expect(String(problem)).toMatch(/The broker at mqtt:\/\/127\.0\.0\.1:\d+ cannot be reached \(.*ECONNREFUSED/);
  expect(String(problem)).not.toMatch(/Secret|pa@|sillage:/);
  const said: string[] = [];
  const start = join({ patienceMs: 30_000, say: (sentence: string) => said.push(sentence) });
  await vi.waitFor(() => expect(said).toHaveLength(1));
  expect(said[0]).toMatch(/cannot be reached yet .*waiting up to 30 s/);
  await broker.back();
  await start;
  expect(said).toHaveLength(1);
});

it('wrong credentials at the start are refused at once', async () => {
  broker.connack = 0x87;
  await expect(join({ patienceMs: 60_000 })).rejects.toThrow('Not authorized');
});

it('a refused reconnection is tried again until it succeeds; each state is one line of the log', async () => {
  const server = await join();
  const lost = vi.fn();
  server.onLost(lost);
  broker.connack = 0x87;
  await broker.cut();
  await broker.back();
  await vi.waitFor(() => expect(lines).toContain('the broker is away; trying again'), 5000);
  expect(server.isReady()).toBe(false);
  expect(lost).toHaveBeenCalledTimes(1);
  broker.connack = 0;
  await vi.waitFor(() => expect(server.isReady()).toBe(true), 10_000);
  expect(lines).toEqual([
    'the connection to the broker is lost; trying again',
    'the broker is away; trying again',
    'the broker is connected again',
  ]);
}, 20_000);

it('hears devices again after a reconnection, also when the broker refused the subscription at first', async () => {
  const server = await join();
  const heard: string[] = [];
  await server.subscribe(hubSubscriptions, (_topic, payload) => heard.push(Buffer.from(payload).toString()));
  broker.suback = 0x87;
  await broker.cut();
  await broker.back();
  await vi.waitFor(() => expect(lines.join()).toContain('refuses that this server hears devices'), 5000);
  expect(server.isReady()).toBe(false);
  broker.suback = 1;
  await vi.waitFor(() => expect(server.isReady()).toBe(true), 10_000);
  const device = await plug();
  await device.publishAsync(topics.status(number), 'here', { qos: 1 });
  await vi.waitFor(() => expect(heard).toEqual(['here']));
}, 20_000);

it('a command is refused without a connection, taken back at the end of its time, and never sent late', async () => {
  const server = await join();
  const command = (text: string, ms: number) =>
    server.publish(topics.rpcRequest(number), text, { qos: 1, expiresAfterMs: ms });
  const device = await plug();
  await device.subscribeAsync(topics.rpcRequest(number), { qos: 1 });
  await command('in time', 2000);
  const commands = () => broker.published.filter(({ topic }) => topic === topics.rpcRequest(number));
  expect(commands().at(-1)).toMatchObject({ text: 'in time', expirySeconds: 2 });
  broker.frozen = true;
  await expect(command('to a frozen broker', 100)).rejects.toThrow(BrokerAway);
  await broker.cut();
  broker.frozen = false;
  await expect(command('to nobody', 100)).rejects.toThrow(BrokerAway);
  await broker.back();
  await vi.waitFor(() => expect(server.isReady()).toBe(true), 10_000);
  expect(commands().map(({ text }) => text)).toEqual(['in time']);
}, 20_000);

it('a command to a device that is not there is refused at once', async () => {
  const server = await join();
  await expect(
    server.publish(topics.rpcRequest(number), 'anybody?', { qos: 1, expiresAfterMs: 10_000 }),
  ).rejects.toThrow(NobodyListens);
});

it.each([`device-${number}`, String(number)])('cuts the connection of a device called %s', async (clientId) => {
  const server = await join();
  const device = await plug(clientId);
  const cut = new Promise((resolve) => device.once('close', () => resolve(undefined)));
  server.disconnect(number);
  await cut;
  await vi.waitFor(() => expect(broker.clientIds()).toHaveLength(1)); // the server's
});

it('ends in bounded time, connected or not, and leaves no claim behind', async () => {
  const server = await join();
  await server.close();
  expect(broker.published.at(-1)).toMatchObject({ topic: claimTopic, text: '' });
  const away = await join();
  broker.frozen = true;
  await away.close();
  broker.frozen = false;
});

it('the last will of a device that vanishes is heard, as any report of it', async () => {
  const server = await join();
  const heard: [string, string][] = [];
  await server.subscribe(hubSubscriptions, (topic, payload) => heard.push([topic, Buffer.from(payload).toString()]));
  const farewell = { topic: topics.status(number), payload: Buffer.from('{"connected":false,"state":"off"}') };
  const device = await connectAsync(
    broker.url,
    {
      clientId: `device-${number}`,
      protocolVersion: 5,
      reconnectPeriod: 0,
      will: { ...farewell, qos: 1, retain: true },
    },
    false,
  );
  device.on('error', () => {});
  closers.push(() => device.endAsync(true));
  device.stream.destroy();
  await vi.waitFor(() => expect(heard).toEqual([[farewell.topic, farewell.payload.toString()]]));
});
