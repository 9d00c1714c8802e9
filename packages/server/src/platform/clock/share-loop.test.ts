import { expect, test } from 'vitest';
import { nextTurn, shareLoop, turnsDuring } from './index.ts';

test('those who wait go on one a turn of the event loop, in the order of asking', async () => {
  const order: string[] = [];
  const inTurn: number[] = [];
  let steps = 0;
  async function work(name: string): Promise<void> {
    for (let step = 0; step < 5; step++) {
      await nextTurn();
      steps += 1;
      order.push(name);
    }
  }
  await turnsDuring(Promise.all(['a', 'b', 'c', 'd'].map(work)), () => {
    inTurn.push(steps);
    steps = 0;
  });
  expect(order.join('')).toBe('abcd'.repeat(5));
  expect(Math.max(...inTurn)).toBe(1);
});

/** Holds the event loop for more than a turn's share. */
function hold(): void {
  const untilMs = performance.now() + 6;
  while (performance.now() < untilMs);
}

test('long work by many holds a turn as long as one of them does', async () => {
  let held = 0;
  const inTurn: number[] = [];
  async function work(): Promise<void> {
    const pause = shareLoop();
    for (let step = 0; step < 4; step++) {
      await pause();
      hold();
      held += 1;
    }
  }
  await turnsDuring(Promise.all(Array.from({ length: 6 }, work)), () => {
    inTurn.push(held);
    held = 0;
  });
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(2);
});

test('short steps of one alone do not wait, and nobody else takes a step in its turn', async () => {
  await nextTurn();
  await new Promise(setImmediate);
  const [one, other] = [shareLoop(), shareLoop()];
  expect([one(), one()]).toEqual([undefined, undefined]);
  expect(other()).toBeInstanceOf(Promise);
});
