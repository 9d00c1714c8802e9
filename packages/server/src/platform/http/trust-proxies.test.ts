import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { addressOf, isNetwork, trustProxies } from './trust-proxies.ts';

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test('this machine is trusted, others when they are named', () => {
  const own = trustProxies();
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(own)).toEqual([true, true, true, true]);
  expect(['172.18.0.3', '::ffff:172.18.0.3', '', 'x'].map(own)).toEqual([false, false, false, false]);
  const more = trustProxies(['172.18.0.0/16', 'fd00::/8', '192.0.2.1']);
  expect(['172.18.0.3', '::ffff:172.18.0.3', 'fd12::1', '192.0.2.1'].map(more)).toEqual([true, true, true, true]);
  expect(['172.19.0.3', 'fe80::1', '192.0.2.2'].map(more)).toEqual([false, false, false]);
});

test('an address is the last one before our own proxies, and nobody makes one up', () => {
  const trusts = trustProxies(['172.18.0.0/16']);
  expect(addressOf(requestFrom('172.18.0.3', '203.0.113.9'), trusts)).toBe('203.0.113.9');
  expect(addressOf(requestFrom('172.18.0.3', '198.51.100.1, 203.0.113.9'), trusts)).toBe('203.0.113.9');
  expect(addressOf(requestFrom('172.18.0.3', '203.0.113.9, 172.18.0.4'), trusts)).toBe('203.0.113.9');
  expect(addressOf(requestFrom('203.0.113.9', '198.51.100.1'), trusts)).toBe('203.0.113.9');
  expect(addressOf(requestFrom('172.18.0.3', 'unknown'), trusts)).toBe('172.18.0.3');
  expect(addressOf(requestFrom('172.18.0.3'), trusts)).toBe('172.18.0.3');
});

test.each(['172.18.0.0/33', '172.18.0.0/', '::1/129', 'proxy', '', '1.2.3.4/8/8', '1.2.3.4/-1'])(
  '"%s" is no network',
  (text) => {
    expect(isNetwork(text)).toBe(false);
    expect(() => trustProxies([text])).toThrow(RangeError);
  },
);
