import { createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type DeviceReport,
  deviceUsername,
  maxBlockBytes,
  maxMetaBytes,
  mayPublish,
  maySubscribe,
  parseDeviceUsername,
  parseTopic,
  topics,
} from '@sillage/device-protocol';
import { Aedes, type Client as MqttClient, type PublishPacket } from 'aedes';
import type { Log } from '../log/index.ts';
import { limitPlaces } from '../places/index.ts';
import { StartProblem } from '../start-problem.ts';
import type { Tally } from '../tally/index.ts';
import { admit, countRefused, refusal } from './admit-devices.ts';
import { boundPackets } from './bound-packets.ts';
import type { AuthenticateDevice, Broker } from './broker.ts';
import { createLocalDelivery } from './deliver-locally.ts';
import { hasTimeToRead, readInTurns } from './read-in-turns.ts';
import { slowTakeovers } from './slow-takeovers.ts';
import { takeBlocks } from './take-blocks.ts';

/** A block or a meta, and its topic. */
const maxPacketBytes = Math.max(maxBlockBytes, maxMetaBytes) + 256;
/** ms in which an MQTT client must send CONNECT. */
const connectTimeoutMs = 10_000;
/** ms after which an MQTT client that does not read is dropped; until then it holds back its own messages only. */
const drainTimeoutMs = 3000;
/**
 * ms; every fourth time the library tells the wills that brokers of its cluster left behind. It judges by the date: set
 * forward, that would tell of every device here that it left. There is no cluster; 23 days fit a timer at most.
 */
const heartbeatMs = 500_000_000;
/** s; an MQTT client without a keepalive, or with a longer one, is refused: its end would be noticed too late. */
const keepaliveLimitSeconds = 120;
const maxConnections = 4000;
/** Devices behind one router; what comes through a proxy of ours, or from this machine, counts as nobody's. */
const usualOfAHost = 1000;

interface Dependencies {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly authenticate: AuthenticateDevice;
  readonly log: Log;
  /** Counts what is refused, instead of a line of the log each. */
  readonly tally: Pick<Tally, 'count'>;
  /** Whose connections are not counted by host. Nobody's unless said. */
  readonly isOurs?: (address: string) => boolean;
}

interface EmbeddedBrokerOptions {
  /** Connections of one host. */
  readonly mostOfAHost?: number;
}

/** What is kept of how a device connected. */
interface Connect {
  readonly willTopic: string | undefined;
  readonly keepaliveSeconds: number;
}

/** What a device would have said before it left. */
const farewell = JSON.stringify({ connected: false, state: 'off' } satisfies DeviceReport);

/**
 * An MQTT 3.1.1 broker in this process. Clients are devices, each with its secret; a device touches its own topics
 * only. The server takes part without a connection of its own.
 * @throws StartProblem when the port is taken.
 */
export async function createEmbeddedBroker(
  dependencies: Dependencies,
  { mostOfAHost = usualOfAHost }: EmbeddedBrokerOptions = {},
): Promise<Broker & { port: number }> {
  const log = dependencies.log.child({ room: 'broker' });
  const local = createLocalDelivery((error) => log.error({ error: describe(error) }, 'a message could not be taken'));
  const connects = new WeakMap<MqttClient, Connect>();
  const aedes = await Aedes.createBroker({
    concurrency: 0, // messages under way to one slow MQTT client must never queue those of the others
    heartbeatInterval: heartbeatMs,
    drainTimeout: drainTimeoutMs,
    connectTimeout: connectTimeoutMs,
    keepaliveLimit: keepaliveLimitSeconds,
    maxTopicLevels: 8,
    preConnect: (mqttClient, packet, done) => {
      // MQTT 3.1, which the library would take: as an older one it is answered with CONNACK 1.
      if (packet.protocolVersion === 3) Object.assign(packet, { protocolVersion: 2 });
      connects.set(mqttClient, { willTopic: packet.will?.topic, keepaliveSeconds: packet.keepalive ?? 0 });
      packet.clean = true; // no session is kept: a command to a device that is away must not reach it later
      // One name for a device, so that its second connection takes over whichever it says.
      const number = parseDeviceUsername(packet.clientId);
      if (number !== undefined) packet.clientId = deviceUsername(number);
      done(null, true);
    },
    authenticate: (mqttClient, username, password, done) => {
      const asking = { mqttClient, username, password, willTopic: connects.get(mqttClient)?.willTopic };
      admit({ authenticate: dependencies.authenticate, tally: dependencies.tally, connections }, asking).then(
        (refused) => done(refused, refused === null),
        (error: unknown) => {
          log.error({ error: describe(error) }, 'a device could not be authenticated');
          done(refusal('server unavailable', 3), null);
        },
      );
    },
    authorizePublish: (mqttClient, packet, done) => {
      const number = mqttClient === null ? undefined : parseDeviceUsername(mqttClient.id);
      if (number === undefined || !mayPublish(number, packet.topic)) {
        return done(new Error(`${mqttClient?.id} may not publish on ${packet.topic}`));
      }
      if (packet.qos === 2) return done(new Error('QoS 2 is not part of the protocol'));
      if (packet.retain && !mayRetain(packet.topic)) packet.retain = false;
      local.deliver(packet.topic, bytesOf(packet.payload), packet.retain);
      done(null);
    },
    authorizeSubscribe: (mqttClient, subscription, done) => {
      const number = parseDeviceUsername(mqttClient.id);
      done(null, number !== undefined && maySubscribe(number, subscription.topic) ? subscription : null);
    },
  });
  const onProblem = (mqttClient: MqttClient, error: Error) => {
    log.debug({ client: mqttClient.id, problem: error.message }, 'a client of the broker was dropped');
    // What has a code is an end of the line, or a refusal that was counted.
    if ('code' in error || 'returnCode' in error) return;
    countRefused(dependencies.tally, 'packet.refused', mqttClient, error.message);
  };
  aedes.on('clientError', onProblem);
  aedes.on('connectionError', onProblem);

  function attach(stream: Duplex): void {
    let mqttClient: MqttClient | undefined;
    const take = takeBlocks({
      mqttClient: () => mqttClient,
      keepaliveSecondsOf: (one) => connects.get(one)?.keepaliveSeconds ?? 0,
      deliver: (topic, payload) => local.deliver(topic, payload, false),
      nowMs: () => performance.now(),
    });
    const tooLarge = () => {
      if (mqttClient !== undefined) countRefused(dependencies.tally, 'packet.refused', mqttClient, 'too large');
      stream.destroy();
    };
    readInTurns(stream);
    boundPackets(stream, { maxPacketBytes, tooLarge, take, hasTime: hasTimeToRead });
    mqttClient = aedes.handle(stream);
  }
  const places = limitPlaces({ aHost: mostOfAHost, inAll: maxConnections });
  const full = () => dependencies.tally.count('connection.atLimit', { reason: 'MQTT' });
  const server = createServer({ noDelay: true }, (socket) => {
    const address = socket.remoteAddress ?? '';
    const release = dependencies.isOurs?.(address) ? () => {} : places.take(address);
    if (release === undefined) {
      full();
      return socket.destroy();
    }
    socket.once('close', release);
    attach(socket);
  });
  server.maxConnections = maxConnections;
  server.on('drop', full);
  const connections = followConnections(aedes, log, (topic, payload) => local.deliver(topic, payload, true));
  const port = await listen(server, dependencies);
  return {
    port,
    attach,
    disconnect: connections.cut,
    ...ownSide(aedes, local),
    isReady: () => !aedes.closed,
    onLost: () => {},
    close: () => closeAll(server, aedes),
  };
}

/** Remembers who is connected. However a connection ends, its device is told to be away at once. */
function followConnections(aedes: Aedes, log: Log, tell: (topic: string, payload: Uint8Array) => void) {
  const connected = new Map<string, MqttClient>();
  const takeovers = slowTakeovers({
    monotonicMs: () => performance.now(),
    fighting: (device, waitMs) =>
      log.warn(
        { device, from: addressOf(connected.get(deviceUsername(device))), waitMs: Math.round(waitMs) },
        'two programs use the number of one device; the one that is connected keeps it for a while',
      ),
  });
  aedes.on('client', (mqttClient) => connected.set(mqttClient.id, mqttClient));
  aedes.on('clientDisconnect', (mqttClient) => {
    if (connected.get(mqttClient.id) !== mqttClient) return;
    connected.delete(mqttClient.id);
    const number = parseDeviceUsername(mqttClient.id);
    if (number !== undefined) tell(topics.status(number), Buffer.from(farewell));
  });
  return {
    has: (number: number) => connected.has(deviceUsername(number)),
    mayTakeOver: takeovers.mayTakeOver,
    /** Its will is told. */
    cut(number: number): void {
      const mqttClient = connected.get(deviceUsername(number));
      if (mqttClient === undefined) return;
      mqttClient.close(() => {});
      // What it still sends must not be read.
      mqttClient.conn.destroy();
    },
  };
}

function addressOf(mqttClient: MqttClient | undefined): string | undefined {
  const connection: object | undefined = mqttClient?.conn;
  if (connection === undefined || !('remoteAddress' in connection)) return undefined;
  return typeof connection.remoteAddress === 'string' ? connection.remoteAddress : undefined;
}

/** How the server itself publishes and subscribes. */
function ownSide(aedes: Aedes, local: ReturnType<typeof createLocalDelivery>): Pick<Broker, 'publish' | 'subscribe'> {
  return {
    publish: (topic, payload, { qos, retain = false }) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.from(payload);
        const packet: PublishPacket = { cmd: 'publish', topic, payload: bytes, qos, retain, dup: false };
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
        local.deliver(topic, bytes, retain);
      }),
    subscribe: async (topicFilters, heard) => local.subscribe(topicFilters, heard),
  };
}

/** Only what a device is and how it does is kept for later subscribers. */
function mayRetain(topic: string): boolean {
  const kind = parseTopic(topic)?.kind;
  return kind === 'meta' || kind === 'status';
}

function bytesOf(payload: string | Buffer): Uint8Array {
  return typeof payload === 'string' ? Buffer.from(payload) : payload;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function listen(server: ReturnType<typeof createServer>, { host, port }: Dependencies): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
        return reject(new StartProblem(`This machine has no address ${host}. Set SILLAGE_HOST to one that it has.`));
      }
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(
        new StartProblem(
          `Port ${port} for devices (MQTT) is already taken. Stop the other program, or choose another with SILLAGE_MQTT_PORT.`,
        ),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}

async function closeAll(server: ReturnType<typeof createServer>, aedes: Aedes): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await new Promise<void>((resolve) => aedes.close(() => resolve()));
  await closed;
}
