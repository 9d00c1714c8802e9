import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareAnswers } from './share-answers.ts';

test('all who ask while an answer is being made share the next one, which is as new as their question', async () => {
  const share = shareAnswers<number>();
  let state = 1;
  let made = 0;
  const make = async () => {
    made += 1;
    const seen = state;
    await setImmediate();
    return seen;
  };
  const first = share('list', make);
  state = 2;
  const others = Array.from({ length: 200 }, () => share('list', make));
  const another = share('another list', make);
  expect(await first).toBe(1);
  expect(new Set(await Promise.all(others))).toEqual(new Set([2]));
  await another;
  expect(made).toBe(3);
  state = 3;
  expect(await share('list', make)).toBe(3);
  expect(made).toBe(4);
});

test('an answer that failed fails for those who share it, and the next is made anew', async () => {
  const share = shareAnswers<string>();
  let isAway = true;
  const make = async () => {
    if (isAway) throw new Error('the database is away');
    return 'here';
  };
  const [first, second] = [share('list', make), share('list', make)];
  await expect(first).rejects.toThrow('away');
  await expect(second).rejects.toThrow('away');
  isAway = false;
  expect(await share('list', make)).toBe('here');
});

test('what costs much rests between two, and nobody waits who comes alone', async () => {
  const share = shareAnswers<number>(100);
  let made = 0;
  const make = async () => ++made;
  expect(await share('list', make)).toBe(1);
  const first = share('list', make);
  const next = share('list', make);
  expect(await first).toBe(2);
  const answeredMs = performance.now();
  expect(await next).toBe(3);
  expect(performance.now() - answeredMs).toBeGreaterThan(90);
});
