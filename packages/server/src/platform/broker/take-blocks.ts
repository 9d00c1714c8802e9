import { parseDeviceUsername, topics } from '@sillage/device-protocol';
import type { Client as MqttClient } from 'aedes';
import type { TakePacket } from './bound-packets.ts';

/** PUBLISH with QoS 0, not retained, not a repetition. */
const plainPublish = 0x30;
/**
 * Of its keepalive, a device's blocks are kept from the broker for so long at most: it drops who was silent for one and a
 * half, and each packet may come as much as one after the last.
 */
const hiddenShare = 0.25;

interface Dependencies {
  /** The broker's view of the connection; undefined before the broker has it. */
  readonly mqttClient: () => MqttClient | undefined;
  readonly keepaliveSecondsOf: (mqttClient: MqttClient) => number;
  readonly deliver: (topic: string, payload: Uint8Array) => void;
  /** ms of a clock that only goes forward */
  readonly nowMs: () => number;
}

/**
 * Takes the live blocks of a device before the broker parses them: nobody but this server may subscribe to them, QoS 0
 * is not acknowledged, and they are nearly all of the traffic; the broker's way costs twice as much for each. Now and
 * then one goes that way, so that the broker sees the device live.
 */
export function takeBlocks({ mqttClient, keepaliveSecondsOf, deliver, nowMs }: Dependencies): TakePacket {
  let own: { topic: string; bytes: Buffer; hiddenMs: number } | undefined;
  let shownMs = Number.NEGATIVE_INFINITY;
  return (first, chunk, from, to) => {
    if (first !== plainPublish) return false;
    const sender = mqttClient();
    // Connected only once the secret was right; the broker gives the connection its id before that.
    if (!sender?.connected || sender.closed) return false;
    own ??= ownTopic(sender.id, keepaliveSecondsOf(sender));
    if (own === undefined || !startsWithTopic(chunk, from, to, own.bytes)) return false;
    const atMs = nowMs();
    if (atMs - shownMs >= own.hiddenMs) {
      shownMs = atMs;
      return false;
    }
    deliver(own.topic, chunk.subarray(from + 2 + own.bytes.length, to));
    return true;
  };
}

function ownTopic(clientId: string, keepaliveSeconds: number) {
  const number = parseDeviceUsername(clientId);
  if (number === undefined) return undefined;
  const topic = topics.block(number);
  return { topic, bytes: Buffer.from(topic), hiddenMs: keepaliveSeconds * 1000 * hiddenShare };
}

/** Whether the body of a PUBLISH names this topic: its length as two bytes, then its bytes. */
function startsWithTopic(chunk: Uint8Array, from: number, to: number, topic: Buffer): boolean {
  const start = from + 2;
  const length = ((chunk[from] ?? 0) << 8) | (chunk[from + 1] ?? 0);
  if (length !== topic.length || start + length > to) return false;
  return topic.compare(chunk, start, start + length) === 0;
}
