import { parseTopic } from '@sillage/device-protocol';
import { connectAsync } from 'mqtt';
import type { Log } from '../log/index.ts';
import { StartProblem } from '../start-problem.ts';
import { createLocalDelivery } from './deliver-locally.ts';
import type { Broker } from './index.ts';

/** Servers on one broker share the blocks: each block reaches one of them, which journals it. */
const shareGroup = 'sillage';
const connectTimeoutMs = 10_000;

/**
 * Takes part in a broker that runs elsewhere (Mosquitto, EMQX, HiveMQ, NATS), which authenticates devices itself and
 * must allow them what `mayPublish` and `maySubscribe` of the device protocol allow. MQTT 5.
 * @throws StartProblem when it cannot be reached.
 */
export async function connectBroker({ url, log: given }: { url: string; log: Log }): Promise<Broker> {
  const log = given.child({ room: 'broker' });
  const local = createLocalDelivery((error) => log.error({ error: String(error) }, 'a message could not be taken'));
  const client = await connectAsync(url, { protocolVersion: 5, connectTimeout: connectTimeoutMs }, false).catch(
    (error: unknown) => {
      throw new StartProblem(`The broker at ${withoutSecret(url)} cannot be reached (${reason(error)}).`);
    },
  );
  client.on('error', (error) => log.warn({ problem: error.message }, 'the broker reports a problem'));
  client.on('close', () => log.warn({}, 'the connection to the broker is lost; trying again'));
  client.on('message', (topic, payload) => local.deliver(topic, payload, false));
  return {
    attach: undefined,
    async publish(topic, payload, { qos, retain = false }) {
      await client.publishAsync(topic, Buffer.from(payload), { qos, retain });
    },
    async subscribe(topicFilters, heard) {
      local.subscribe(topicFilters, heard);
      // Only blocks are shared: a shared subscription gets no retained messages, and every server must know the states.
      const filters = topicFilters.map((filter) => (isBlockFilter(filter) ? `$share/${shareGroup}/${filter}` : filter));
      await client.subscribeAsync(filters, { qos: 1 });
    },
    disconnect: () => {},
    close: () => client.endAsync(),
  };
}

function isBlockFilter(filter: string): boolean {
  return parseTopic(filter.replace('+', '1'))?.kind === 'block';
}

function withoutSecret(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//');
}

function reason(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'no answer';
}
