import {
  type DeviceMeta,
  type DeviceReport,
  deviceUsername,
  type RpcAnswer,
  RpcCall,
  topics,
} from '@sillage/device-protocol';
import type { IClientPublishOptions, MqttClient } from 'mqtt';

/** ms between two tries to connect: doubled from the first to the longest while the hub is away. */
const [firstRetryMs, longestRetryMs] = [1000, 8000];
/** Bytes that wait for a slow network beyond which live blocks are left out: the hub asks for them again. */
const maxWaitingBytes = 1_000_000;
const maxCallBytes = 65_536;

export interface LineSetup {
  /** `wss://…/mqtt`, or `ws://…`. */
  readonly url: string;
  readonly number: number;
  readonly secret: string;
  /** Called at each connection, the first and the later ones. */
  readonly connected: () => void;
  readonly lost: () => void;
  /** The hub does not know this phone (any more). */
  readonly refused: () => void;
  readonly called: (call: RpcCall) => void;
}

/** What a phone says to its hub. */
export interface PhoneLine {
  readonly isConnected: boolean;
  meta(meta: DeviceMeta): void;
  status(report: DeviceReport): void;
  /** Answers whether it went out; a live block is lost when the line is down or jammed. */
  live(block: Uint8Array): boolean;
  /** A block that the hub asked for again. */
  again(block: Uint8Array): void;
  answer(answer: RpcAnswer): void;
  close(): void;
}

export type OpenLine = (setup: LineSetup) => Promise<PhoneLine>;

const offReport: DeviceReport = { connected: false, state: 'off' };
/** MQTT 3.1.1: bad user name or password, not authorized. */
const refusals = [4, 5];

/** MQTT over WebSocket; it comes back by itself. */
export const openLine: OpenLine = async ({ url, number, secret, connected, lost, refused, called }) => {
  const { default: mqtt } = await import('mqtt');
  const client = mqtt.connect(url, {
    clientId: deviceUsername(number),
    username: deviceUsername(number),
    password: secret,
    protocolVersion: 4,
    clean: true,
    keepalive: 10,
    reconnectPeriod: firstRetryMs,
    connectTimeout: 5000,
    reconnectOnConnackError: true,
    queueQoSZero: false,
    resubscribe: false,
    will: { topic: topics.status(number), payload: JSON.stringify(offReport), qos: 1, retain: true },
  });
  client.on('reconnect', () => {
    client.options.reconnectPeriod = Math.min(2 * (client.options.reconnectPeriod ?? firstRetryMs), longestRetryMs);
  });
  client.on('connect', () => {
    client.options.reconnectPeriod = firstRetryMs;
    client.subscribe(topics.rpcRequest(number), { qos: 1 }, () => {
      if (client.connected) connected();
    });
  });
  client.on('close', lost);
  client.on('error', (error) => {
    if ('code' in error && typeof error.code === 'number' && refusals.includes(error.code)) refused();
  });
  client.on('message', (_topic, payload) => {
    const call = parseCall(payload);
    if (call) called(call);
  });
  return lineOf(client, number);
};

function lineOf(client: MqttClient, number: number): PhoneLine {
  const publish = (topic: string, payload: string | Uint8Array, options: IClientPublishOptions) => {
    if (!client.connected) return false;
    // What is lost is noticed by the hub, from the sequence or by the missing answer.
    client.publish(topic, typeof payload === 'string' ? payload : asBuffer(payload), options, () => undefined);
    return true;
  };
  return {
    get isConnected() {
      return client.connected;
    },
    meta: (meta) => void publish(topics.meta(number), JSON.stringify(meta), { qos: 1, retain: true }),
    status: (report) => void publish(topics.status(number), JSON.stringify(report), { qos: 1, retain: true }),
    live: (block) => {
      const isJammed = client.connected && client.stream.writableLength > maxWaitingBytes;
      return !isJammed && publish(topics.block(number), block, { qos: 0 });
    },
    again: (block) => void publish(topics.block(number), block, { qos: 1 }),
    answer: (answer) => void publish(topics.rpcResponse(number), JSON.stringify(answer), { qos: 1 }),
    close: () => {
      publish(topics.status(number), JSON.stringify(offReport), { qos: 1, retain: true });
      client.end();
    },
  };
}

/** The library types bytes as Node's Buffer, which is a Uint8Array; it takes any. */
function asBuffer(bytes: Uint8Array): Buffer {
  return bytes as Buffer;
}

function parseCall(payload: Uint8Array): RpcCall | undefined {
  if (payload.length > maxCallBytes) return undefined;
  try {
    return RpcCall.safeParse(JSON.parse(new TextDecoder().decode(payload))).data;
  } catch {
    return undefined;
  }
}
