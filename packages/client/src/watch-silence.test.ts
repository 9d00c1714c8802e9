import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSilence } from './watch-silence.ts';

let nowMs = 0;
let online = true;
let told: (boolean | 'given up')[] = [];
const limits = { silentAfterMs: 3000, silentOfflineAfterMs: 1500, givenUpAfterMs: 8000 };

function open() {
  const watch = watchSilence({
    limits,
    nowMs: () => nowMs,
    isOnline: () => online,
    onSilent: (silent) => told.push(silent),
    onGivenUp: () => told.push('given up'),
  });
  watch.start();
  return watch;
}

/** Time goes by, and this program with it. */
function pass(milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 250) {
    nowMs += 250;
    vi.advanceTimersByTime(250);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  online = true;
  told = [];
});
afterEach(() => {
  vi.useRealTimers();
});

test('a link on which nothing comes for three seconds is silent until something does', () => {
  const watch = open();
  pass(2750);
  expect(told).toEqual([]);
  pass(250);
  expect(told).toEqual([true]);
  watch.heard();
  expect(told).toEqual([true, false]);
  expect(watch.heardAtMs).toBe(nowMs);
  watch.stop();
});

test('half of that is enough while the machine has no network, and nothing while frames come all the same', () => {
  online = false;
  const watch = open();
  for (let second = 0; second < 5; second++) {
    pass(1000);
    watch.heard();
  }
  expect(told).toEqual([]);
  pass(1500);
  expect(told).toEqual([true]);
  watch.stop();
});

test('a program that itself stood still looks once more before it says so', () => {
  const watch = open();
  nowMs += 6000;
  vi.advanceTimersByTime(250);
  watch.heard();
  pass(1000);
  expect(told).toEqual([]);
  watch.stop();
});

test('a link that stays silent is given up', () => {
  const watch = open();
  pass(8000);
  expect(told).toEqual([true, 'given up']);
  watch.stop();
  pass(8000);
  expect(told).toHaveLength(2);
});
