import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { Log } from '../log/index.ts';
import { StartProblem } from '../start-problem.ts';
import { awaitBroker, reasonOf, withoutSecret } from './await-broker.ts';
import type { Broker } from './broker.ts';
import { cutConnection } from './cut-connection.ts';
import { createLocalDelivery } from './deliver-locally.ts';
import { type ClaimTimes, claimTimes, holdClaim } from './hold-claim.ts';
import { claimTopic } from './judge-claim.ts';
import { sendInTime } from './send-in-time.ts';

const connectTimeoutMs = 10_000;
/** s; a silent connection is found lost after one and a half. */
const keepaliveSeconds = 10;
const againMs = 1000;
const subscribeAgainMs = 5000;
/** ms for a graceful end; the connection is cut after it. */
const endMs = 2000;
/** MQTT 5, of a DISCONNECT: another connection has the same client id. */
const takenOver = 0x8e;

export interface ConnectDependencies {
  readonly url: string;
  readonly log: Log;
  /** ms to wait for a broker that starts later than this program. */
  readonly patienceMs: number;
  /** Told to the person who starts the program. */
  readonly say: (sentence: string) => void;
  /** Another server took the broker while we were away from it: this one must end. */
  readonly lostTo: (problem: StartProblem) => void;
  readonly times?: ClaimTimes;
}

/**
 * Takes part in a broker that runs elsewhere (Mosquitto, EMQX, HiveMQ), which authenticates devices itself. MQTT 5. One
 * server to a broker: a second one is refused. A connection that is lost or refused is tried again for ever.
 * @throws StartProblem when it cannot be reached, refuses, or has a server already.
 */
export async function connectBroker(dependencies: ConnectDependencies): Promise<Broker> {
  const { url, log: given } = dependencies;
  const log = given.child({ room: 'broker' });
  const server = `sillage-${randomBytes(6).toString('hex')}`;
  const account: IClientOptions = {
    protocolVersion: 5,
    connectTimeout: connectTimeoutMs,
    keepalive: keepaliveSeconds,
    reconnectPeriod: againMs,
    reconnectOnConnackError: true,
    resubscribe: false, // what a broker refused once would be dropped for good
    manualConnect: true,
  };
  const will = { topic: claimTopic, payload: Buffer.alloc(0), qos: 1 as const, retain: true };
  const mqttClient = connect(url, { ...account, clientId: server, will });
  const local = createLocalDelivery((error) => log.error({ error: String(error) }, 'a message could not be taken'));
  const connection = followConnection(mqttClient, log);
  const claimed = takeClaim(mqttClient, { ...dependencies, server });
  mqttClient.on('message', (topic, payload, packet) => {
    if (topic === claimTopic) claimed.claim.heard(payload, packet.retain);
    else local.deliver(topic, payload, false);
  });
  const close = async () => {
    connection.closing();
    claimed.claim.close();
    await endSoon(mqttClient);
  };
  try {
    mqttClient.connect();
    await awaitBroker(mqttClient, dependencies);
    await claimed.taken;
  } catch (problem) {
    await close();
    throw problem;
  }
  return {
    attach: undefined,
    publish: sendInTime(mqttClient),
    async subscribe(topicFilters, heard) {
      local.subscribe(topicFilters, heard);
      await connection.subscribe(topicFilters);
    },
    isReady: connection.isReady,
    onLost: connection.onLost,
    disconnect: (number) => cutConnection(url, { ...account, manualConnect: false }, number, log),
    close,
  };
}

/** Keeps the subscriptions, and says once when the connection is lost and when it is there again. */
function followConnection(mqttClient: MqttClient, log: Log) {
  const filters: string[] = [];
  const listeners: (() => void)[] = [];
  let subscribed = true;
  let up = false;
  let wasUp = false;
  let closing = false;
  /** Of the line that the log has of this time away. */
  let why = '';
  let retry: NodeJS.Timeout | undefined;

  async function subscribeAll(): Promise<void> {
    clearTimeout(retry);
    if (filters.length === 0 || !mqttClient.connected) return;
    try {
      await mqttClient.subscribeAsync(filters, { qos: 1 });
      if (!subscribed) log.info({}, 'the broker lets this server hear devices again');
      subscribed = true;
    } catch (error) {
      if (!mqttClient.connected) return;
      if (subscribed)
        log.error({ problem: String(error) }, 'the broker refuses that this server hears devices; trying again');
      subscribed = false;
      retry = setTimeout(() => void subscribeAll(), subscribeAgainMs);
    }
  }
  mqttClient.on('connect', () => {
    if (wasUp) log.info({}, 'the broker is connected again');
    [up, wasUp, why] = [true, true, ''];
    void subscribeAll();
  });
  mqttClient.on('error', (error) => {
    const reason = reasonOf(error);
    if (!wasUp || up || reason === why) return;
    why = reason;
    log.warn({ problem: reason }, 'the broker is away; trying again');
  });
  mqttClient.on('close', () => {
    clearTimeout(retry);
    // Nothing may be sent late: what the broker has not acknowledged is taken back.
    for (const id of Object.keys(mqttClient.outgoing)) mqttClient.removeOutgoingMessage(Number(id));
    if (!up || closing) return;
    up = false;
    log.warn({}, 'the connection to the broker is lost; trying again');
    for (const lost of listeners) lost();
  });
  mqttClient.on('disconnect', ({ reasonCode }) => log.warn({ reasonCode }, 'the broker ends the connection'));
  return {
    closing() {
      closing = true;
      clearTimeout(retry);
    },
    async subscribe(topicFilters: readonly string[]) {
      filters.push(...topicFilters);
      await subscribeAll();
    },
    isReady: () => mqttClient.connected && subscribed,
    onLost: (lost: () => void) => void listeners.push(lost),
  };
}

/** One server to a broker. `taken` is settled once: after it, losing the broker to another is told to `lostTo`. */
function takeClaim(
  mqttClient: MqttClient,
  { url, log, server, times = claimTimes, lostTo }: ConnectDependencies & { server: string },
) {
  const { promise: taken, resolve, reject } = Promise.withResolvers<void>();
  taken.catch(() => undefined); // nobody waits for it when there is no connection
  let started = false;
  const refuse = (sentence: string) => {
    const problem = new StartProblem(sentence);
    if (started) lostTo(problem);
    else reject(problem);
  };
  const where = withoutSecret(url);
  const claim = holdClaim({
    server,
    host: hostname(),
    times,
    monotonicMs: () => performance.now(),
    tell: (own) => mqttClient.publish(claimTopic, JSON.stringify(own), { qos: 1, retain: true }),
    yielded: ({ host }) =>
      refuse(
        `Another Sillage server, on ${host}, uses the broker at ${where}. Two servers on one broker lose samples: end that one, or give this one a broker of its own with SILLAGE_BROKER_URL.`,
      ),
    taken() {
      started = true;
      resolve();
    },
    unheard() {
      if (started)
        return log.error({ topic: claimTopic }, 'the broker does not give back what this server says on its topic');
      refuse(
        `The account of SILLAGE_BROKER_URL may not write and read ${claimTopic} on the broker at ${where} (docs/engines.md).`,
      );
    },
  });
  mqttClient.on('connect', () => {
    mqttClient
      .subscribeAsync(claimTopic, { qos: 1 })
      .then(claim.connected, () => mqttClient.connected && claim.connected());
  });
  mqttClient.on('close', claim.lost);
  mqttClient.on('disconnect', ({ reasonCode }) => {
    if (started || reasonCode !== takenOver) return;
    refuse(
      `Another program uses the client id of this one on the broker at ${where}: its user name must be of this server alone (docs/engines.md).`,
    );
  });
  return { claim, taken };
}

/** Whatever state the connection is in, its end takes at most `endMs`. */
async function endSoon(mqttClient: MqttClient): Promise<void> {
  const late = setTimeout(() => mqttClient.stream?.destroy(), endMs);
  if (mqttClient.connected) {
    // The claim goes with us: the next server need not wait.
    const gone = mqttClient.publishAsync(claimTopic, '', { qos: 1, retain: true }).catch(() => undefined);
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, endMs / 2))]);
  }
  for (const id of Object.keys(mqttClient.outgoing)) mqttClient.removeOutgoingMessage(Number(id));
  await Promise.race([mqttClient.endAsync(true), new Promise((resolve) => setTimeout(resolve, endMs))]);
  clearTimeout(late);
}
