/** Topics of protocol version 1. Every device owns the subtree `sillage/v1/devices/{number}/`. */
const root = 'sillage/v1/devices';

export const topicKinds = ['meta', 'status', 'block', 'rpc/request', 'rpc/response'] as const;
export type TopicKind = (typeof topicKinds)[number];

export const topics = {
  /** Retained JSON {@link DeviceMeta}; device → hub. */
  meta: (number: number) => `${root}/${number}/meta`,
  /** Retained JSON {@link DeviceReport}; device → hub; also the last will. */
  status: (number: number) => `${root}/${number}/status`,
  /** Binary sample block; device → hub; QoS 0 live, QoS 1 when it answers a repair. */
  block: (number: number) => `${root}/${number}/block`,
  /** JSON {@link RpcCall}; hub → device; QoS 1. */
  rpcRequest: (number: number) => `${root}/${number}/rpc/request`,
  /** JSON {@link RpcAnswer}; device → hub; QoS 1. */
  rpcResponse: (number: number) => `${root}/${number}/rpc/response`,
} as const;

/** What the hub subscribes to. */
export const hubSubscriptions = ['meta', 'status', 'block', 'rpc/response'].map((kind) => `${root}/+/${kind}`);

/** Which device and what kind of message a topic denotes; undefined for any other topic. */
export function parseTopic(topic: string): { number: number; kind: TopicKind } | undefined {
  const found = /^sillage\/v1\/devices\/([1-9]\d{0,9})\/(.+)$/.exec(topic);
  const kind = topicKinds.find((k) => k === found?.[2]);
  return found?.[1] && kind ? { number: Number(found[1]), kind } : undefined;
}

/** A device may publish `meta`, `status`, `block` and `rpc/response` of its own subtree, nothing else. */
export function mayPublish(number: number, topic: string): boolean {
  const parsed = parseTopic(topic);
  return parsed !== undefined && parsed.number === number && parsed.kind !== 'rpc/request';
}

/** A device may subscribe to its own `rpc/request` only. */
export function maySubscribe(number: number, topicFilter: string): boolean {
  return topicFilter === topics.rpcRequest(number);
}

/** MQTT user name and client id of a device; the password is its secret. */
export function deviceUsername(number: number): string {
  return `device-${number}`;
}

/**
 * Both client ids that a device may have. The bare number is for brokers that write a device's rights as a pattern of its
 * user name: `sillage/v1/devices/%u/#`.
 */
export function deviceClientIds(number: number): readonly string[] {
  return [deviceUsername(number), String(number)];
}

/** The device of a user name or client id, `device-{number}` or the number alone. */
export function parseDeviceUsername(username: string): number | undefined {
  const found = /^(?:device-)?([1-9]\d{0,9})$/.exec(username)?.[1];
  return found === undefined ? undefined : Number(found);
}
