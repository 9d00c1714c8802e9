import { connect as connectTcp, type Socket } from 'node:net';
import { hubSubscriptions, parseDeviceUsername, topics } from '@sillage/device-protocol';
import { connectAsync, type MqttClient } from 'mqtt';
import { expect } from 'vitest';
import { createLog } from '../log/index.ts';
import type { Tally } from '../tally/index.ts';
import { createEmbeddedBroker } from './index.ts';

/** What the broker itself says of a device that is away. */
export const farewell = '{"connected":false,"state":"off"}';
export const silent = createLog('silent');

/** The embedded broker, two devices that may come in, and who hears what they say. For tests. */
export async function openTestEmbeddedBroker(tally: Pick<Tally, 'count'>) {
  const secrets = new Map([
    ['device-10200001', 'one'],
    ['device-10200002', 'two'],
  ]);
  const heard: { topic: string; text: string }[] = [];
  const farewells: string[] = [];
  const plugged: MqttClient[] = [];
  const sockets: Socket[] = [];
  const broker = await createEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    log: silent,
    tally,
    authenticate: async (username, password) =>
      secrets.get(username) === password ? parseDeviceUsername(username) : undefined,
  });
  await broker.subscribe(hubSubscriptions, (topic, payload) => {
    const text = Buffer.from(payload).toString();
    if (text === farewell) farewells.push(topic);
    else heard.push({ topic, text });
  });

  async function plug(number: number, changes: object = {}): Promise<MqttClient> {
    const mqttClient = await connectAsync(
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
    mqttClient.on('error', () => {});
    plugged.push(mqttClient);
    return mqttClient;
  }

  return {
    broker,
    /** User name → password. */
    secrets,
    heard,
    /** Topics on which the broker itself said that a device is away. */
    farewells,
    plugged,
    plug,
    /** A connection that says what it likes. */
    raw(): Socket {
      const socket = connectTcp(broker.port, '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
      return socket;
    },
    /** The other device's messages still arrive. */
    async expectIngestAlive(number = 10200002): Promise<void> {
      const other = await plug(number);
      const text = `alive ${Math.random()}`;
      await other.publishAsync(topics.block(number), text, { qos: 1 });
      expect(heard.map((message) => message.text)).toContain(text);
    },
    async close(): Promise<void> {
      await Promise.all(plugged.splice(0).map((mqttClient) => mqttClient.endAsync(true)));
      for (const socket of sockets.splice(0)) socket.destroy();
      await broker.close();
    },
  };
}

export type TestEmbeddedBroker = Awaited<ReturnType<typeof openTestEmbeddedBroker>>;

export function closed(emitter: Socket | MqttClient): Promise<void> {
  return new Promise((resolve) => {
    (emitter as NodeJS.EventEmitter).once('close', () => resolve());
  });
}
