import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sparingly } from './sparingly.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('does at once what is asked for, then at most once in the time of rest, and the last of it at the end', () => {
  const run = vi.fn();
  const { ask } = sparingly(run, 5000);
  for (let second = 0; second < 12; second++) {
    ask();
    vi.advanceTimersByTime(1000);
  }
  // At 0, 5 and 10 s.
  expect(run).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledTimes(4);
  ask();
  expect(run).toHaveBeenCalledTimes(5);
});

it('does nothing more once it is stopped, until it is asked again', () => {
  const run = vi.fn();
  const { ask, stop } = sparingly(run, 5000);
  ask();
  ask();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledTimes(1);
  ask();
  expect(run).toHaveBeenCalledTimes(2);
});
