import { expect, it } from 'vitest';
import { takeTurns } from './take-turns.ts';

it('runs a few at once, in order, and goes on after a failure', async () => {
  const inTurn = takeTurns(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const all = Array.from({ length: 6 }, (_, n) =>
    inTurn(async () => {
      started.push(n);
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running--;
      if (n === 1) throw new Error('disk');
      return n;
    }),
  );
  const settled = Promise.allSettled(all);
  expect(started).toEqual([0, 1]);
  for (let n = 0; n < 6; n++) {
    while (ends[n] === undefined) await Promise.resolve();
    ends[n]?.();
  }
  const results = (await settled).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'));
  expect(results).toEqual([0, 'failed', 2, 3, 4, 5]);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});
