import { expect, test } from 'vitest';
import { hostOf, limitPlaces, limitTries } from './index.ts';

test('a host is one address of IPv4, and the 64 bits of IPv6 that one host has', () => {
  expect(hostOf('192.0.2.7')).toBe('192.0.2.7');
  expect(hostOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  const same = [
    '2001:db8:0:1::5',
    '2001:db8::1:ffff:ffff:ffff:ffff',
    '2001:DB8:0:1:0:0:192.0.2.7',
    '2001:db8:0:1::%eth0',
  ];
  expect(new Set(same.map(hostOf))).toEqual(new Set(['2001:db8:0:1::/64']));
  expect(hostOf('::1')).toBe('0:0:0:0::/64');
  expect(hostOf('2001:db8::')).not.toBe(hostOf('2001:db9::'));
  expect(hostOf('nonsense')).toBe('nonsense');
});

test('places are limited by host and in all, and free again once each', () => {
  const places = limitPlaces({ aHost: 2, inAll: 3 });
  const [first, second] = [places.take('192.0.2.1'), places.take('192.0.2.1')];
  expect(places.take('192.0.2.1')).toBeUndefined();
  expect(places.hasRoom('192.0.2.2')).toBe(true);
  places.take('192.0.2.2');
  expect(places.take('192.0.2.3')).toBeUndefined();
  first?.();
  first?.();
  expect(places.take('192.0.2.3')).toBeDefined();
  expect(places.hasRoom('192.0.2.4')).toBe(false);
  second?.();
  expect(places.hasRoom('192.0.2.4')).toBe(true);
});

test('failed tries of a host end by time, not by its next try, and strangers do not fill the memory', () => {
  let nowMs = 0;
  const tries = limitTries({ tries: 3, windowMs: 1000 }, () => nowMs);
  for (let n = 0; n < 3; n += 1) tries.failed('192.0.2.1');
  expect([tries.isOver('192.0.2.1'), tries.isOver('192.0.2.2')]).toEqual([true, false]);
  nowMs = 999;
  tries.failed('192.0.2.1');
  nowMs = 1000;
  expect(tries.isOver('192.0.2.1')).toBe(false);
  for (let n = 0; n < 4; n += 1) tries.failed('192.0.2.9');
  for (let n = 0; n < 10_000; n += 1) tries.failed(`10.0.${n >> 8}.${n & 255}`);
  expect(tries.isOver('192.0.2.9')).toBe(false);
});
