import {
  type DeviceMeta,
  type DeviceReport,
  deviceUsername,
  type RpcAnswer,
  RpcCall,
  topics,
} from '@sillage/device-protocol';
import { connect, type IClientPublishOptions, type MqttClient } from 'mqtt';

/** ms between two tries to connect: doubled from the first to the longest while the hub is away. */
const [firstRetryMs, longestRetryMs] = [1000, 8000];
const goodbyeMs = 500;
/** Bytes waiting for a slow network beyond which a device throws live blocks away. */
const maxWaitingBytes = 1_000_000;
const maxCallBytes = 65_536;
const offReport: DeviceReport = { connected: false, state: 'off' };

interface Connection {
  readonly brokerUrl: string;
  readonly number: number;
  readonly secret: string;
  /** Called at each connection, the first and the later ones. */
  readonly connected: () => void;
  readonly called: (call: RpcCall) => void;
  readonly log: (message: string) => void;
}

/** A device's line to its hub: comes back by itself, and forgets what it could not send, the records are on disk. */
export class DeviceLine {
  readonly #client: MqttClient;
  readonly #number: number;

  constructor({ brokerUrl, number, secret, connected, called, log }: Connection) {
    this.#number = number;
    const client = connect(brokerUrl, {
      clientId: deviceUsername(number),
      username: deviceUsername(number),
      password: secret,
      protocolVersion: 4,
      clean: true,
      keepalive: 15,
      reconnectPeriod: firstRetryMs,
      connectTimeout: 5000,
      reconnectOnConnackError: true,
      queueQoSZero: false,
      resubscribe: false,
      will: { topic: topics.status(number), payload: Buffer.from(JSON.stringify(offReport)), qos: 1, retain: true },
    });
    this.#client = client;
    let problem = '';
    let retryMs = firstRetryMs;
    // The client reads its period anew before each wait.
    client.on('reconnect', () => {
      retryMs = Math.min(2 * retryMs, longestRetryMs);
      client.options.reconnectPeriod = retryMs;
    });
    client.on('connect', () => {
      problem = '';
      retryMs = firstRetryMs;
      client.options.reconnectPeriod = retryMs;
      log(`${number} connected`);
      client.subscribe(topics.rpcRequest(number), { qos: 1 }, (error) => {
        if (error) log(`${number} may not hear calls: ${error.message}`);
        // A hub that sees the device may call it at once.
        if (client.connected) connected();
      });
    });
    client.on('message', (_topic, payload) => {
      const call = parseCall(payload);
      if (call) called(call);
    });
    client.on('error', (error) => {
      // A refusal that comes again at each try is said once.
      if (error.message !== problem) log(`${number} cannot reach the hub: ${error.message}`);
      problem = error.message;
    });
  }

  get connected(): boolean {
    return this.#client.connected;
  }

  meta(meta: DeviceMeta): void {
    this.#publish(topics.meta(this.#number), JSON.stringify(meta), { qos: 1, retain: true });
  }

  status(report: DeviceReport): void {
    this.#publish(topics.status(this.#number), JSON.stringify(report), { qos: 1, retain: true });
  }

  /** A live block: lost when the line is down or jammed. */
  live(block: Uint8Array): void {
    if (this.connected && this.#client.stream.writableLength > maxWaitingBytes) return;
    this.#publish(topics.block(this.#number), asBuffer(block), { qos: 0 });
  }

  /** A block sent again because the hub asked for it. */
  again(block: Uint8Array): void {
    this.#publish(topics.block(this.#number), asBuffer(block), { qos: 1 });
  }

  answer(answer: RpcAnswer): void {
    this.#publish(topics.rpcResponse(this.#number), JSON.stringify(answer), { qos: 1 });
  }

  /** Cuts the line as a lost network does: without a word. */
  drop(): void {
    this.#client.stream.destroy();
  }

  /** Says goodbye and hangs up. */
  async close(): Promise<void> {
    this.status(offReport);
    await new Promise<void>((resolve) => {
      const force = setTimeout(() => this.#client.end(true, () => resolve()), goodbyeMs);
      this.#client.end(!this.connected, () => {
        clearTimeout(force);
        resolve();
      });
    });
  }

  #publish(topic: string, payload: string | Buffer, options: IClientPublishOptions): void {
    if (!this.connected) return;
    // A lost packet is noticed by the hub, from the sequence or by the missing answer.
    this.#client.publish(topic, payload, options, () => undefined);
  }
}

function asBuffer(block: Uint8Array): Buffer {
  return Buffer.from(block.buffer, block.byteOffset, block.byteLength);
}

function parseCall(payload: Buffer): RpcCall | undefined {
  if (payload.length > maxCallBytes) return undefined;
  try {
    return RpcCall.safeParse(JSON.parse(payload.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
