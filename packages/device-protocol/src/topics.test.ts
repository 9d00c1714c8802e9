import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  deviceClientIds,
  deviceUsername,
  mayPublish,
  maySubscribe,
  parseDeviceUsername,
  parseTopic,
  topics,
} from './index.ts';

it('a device publishes as itself only, and hears its own commands only', () => {
  const kinds = ['meta', 'status', 'block', 'rpcResponse'] as const;
  for (const kind of kinds) {
    expect(mayPublish(10200042, topics[kind](10200042))).toBe(true);
    expect(mayPublish(10200042, topics[kind](10200043))).toBe(false);
  }
  expect(mayPublish(10200042, topics.rpcRequest(10200042))).toBe(false);
  expect(maySubscribe(10200042, topics.rpcRequest(10200042))).toBe(true);
  for (const filter of ['#', '+/#', 'sillage/v1/devices/+/rpc/request', topics.rpcRequest(10200043), '$SYS/#'])
    expect(maySubscribe(10200042, filter)).toBe(false);
});

it('topics and user names are read back; anything else denotes nothing', () => {
  expect(parseTopic('sillage/v1/devices/10200042/rpc/response')).toEqual({ number: 10200042, kind: 'rpc/response' });
  expect(parseDeviceUsername(deviceUsername(10200042))).toBe(10200042);
  expect(deviceClientIds(10200042).map(parseDeviceUsername)).toEqual([10200042, 10200042]);
  expect(parseDeviceUsername('device-010200042')).toBeUndefined();
  expect(parseDeviceUsername('010200042')).toBeUndefined();
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseTopic(text)).toBeUndefined();
      if (!/^\d+$/.test(text)) expect(parseDeviceUsername(text)).toBeUndefined();
    }),
  );
});
