import {
  type DeviceMeta,
  type DeviceReport,
  deviceUsername,
  type RpcAnswer,
  RpcCall,
  topics,
} from '@sillage/device-protocol';
import { connect, type IClientPublishOptions, type MqttClient } from 'mqtt';

/** ms. */
const [retryMs, goodbyeMs] = [1000, 500];
/** Bytes that wait for a broker that does not read, beyond which live blocks are left out: they are asked for again. */
const maxWaitingBytes = 1_000_000;
const maxCallBytes = 65_536;
const offReport: DeviceReport = { connected: false, state: 'off' };

interface LineOptions {
  readonly brokerUrl: string;
  readonly number: number;
  readonly secret: string;
  /** At each connection. */
  readonly connected: () => void;
  readonly called: (call: RpcCall) => void;
}

/** The connection of a replay: that of any device, through the door of devices. */
export class ReplayLine {
  readonly #client: MqttClient;
  readonly #number: number;

  constructor({ brokerUrl, number, secret, connected, called }: LineOptions) {
    this.#number = number;
    const client = connect(brokerUrl, {
      ...{ clientId: deviceUsername(number), username: deviceUsername(number), password: secret },
      ...{ protocolVersion: 4, clean: true, keepalive: 15, reconnectPeriod: retryMs, connectTimeout: 5000 },
      ...{ reconnectOnConnackError: true, queueQoSZero: false, resubscribe: false },
      will: { topic: topics.status(number), payload: Buffer.from(JSON.stringify(offReport)), qos: 1, retain: true },
    });
    this.#client = client;
    client.on('connect', () =>
      client.subscribe(topics.rpcRequest(number), { qos: 1 }, () => {
        if (client.connected) connected();
      }),
    );
    client.on('message', (_topic, payload) => {
      const call = parseCall(payload);
      if (call !== undefined) called(call);
    });
    // It tries again by itself.
    client.on('error', () => {});
  }

  meta(meta: DeviceMeta): void {
    this.#publish(topics.meta(this.#number), JSON.stringify(meta), { qos: 1, retain: true });
  }

  status(report: DeviceReport): void {
    this.#publish(topics.status(this.#number), JSON.stringify(report), { qos: 1, retain: true });
  }

  live(block: Uint8Array): void {
    if (this.#client.connected && this.#client.stream.writableLength > maxWaitingBytes) return;
    this.#publish(topics.block(this.#number), Buffer.from(block.buffer, block.byteOffset, block.byteLength), {
      qos: 0,
    });
  }

  again(block: Uint8Array): void {
    this.#publish(topics.block(this.#number), Buffer.from(block.buffer, block.byteOffset, block.byteLength), {
      qos: 1,
    });
  }

  answer(answer: RpcAnswer): void {
    this.#publish(topics.rpcResponse(this.#number), JSON.stringify(answer), { qos: 1 });
  }

  /** Says goodbye and hangs up. */
  async close(): Promise<void> {
    this.status(offReport);
    await new Promise<void>((resolve) => {
      const force = setTimeout(() => this.#client.end(true, () => resolve()), goodbyeMs);
      this.#client.end(!this.#client.connected, () => {
        clearTimeout(force);
        resolve();
      });
    });
  }

  #publish(topic: string, payload: string | Buffer, options: IClientPublishOptions): void {
    // What is lost is noticed by the server: from a sequence, or by an answer that does not come.
    if (this.#client.connected) this.#client.publish(topic, payload, options, () => undefined);
  }
}

function parseCall(payload: Buffer): RpcCall | undefined {
  if (payload.length > maxCallBytes) return undefined;
  try {
    return RpcCall.safeParse(JSON.parse(payload.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
