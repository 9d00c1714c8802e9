import { expect, test } from 'vitest';
import { createWishes } from './want-streams.ts';

const at = (nowMs: number) => ({ nowMs, holdMs: 60_000 });

test('a wish ends by itself; until then a caller has one, which the next of theirs replaces', () => {
  const wishes = createWishes();
  expect(wishes.add('a', ['imu'], at(0))).toEqual(['imu']);
  expect(wishes.add('b', ['gps'], at(30_000))).toEqual(['imu', 'gps']);
  expect(wishes.add('b', ['force'], at(40_000))).toEqual(['imu', 'force']);
  expect(wishes.add('c', ['gps'], at(60_000))).toEqual(['force', 'gps']);
});

test('more callers than are kept get all modules', () => {
  const wishes = createWishes();
  for (let caller = 0; caller < 100; caller++) wishes.add(`caller ${caller}`, ['imu'], at(0));
  expect(wishes.add('caller 0', ['gps'], at(1))).toEqual(['gps', 'imu']);
  for (let caller = 100; caller < 10_000; caller++) {
    expect(wishes.add(`caller ${caller}`, ['imu'], at(1))).toBe('all');
  }
  expect(wishes.size).toBe(101);
});
