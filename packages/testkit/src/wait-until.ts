import { setTimeout as delay } from 'node:timers/promises';

/** Asks again every 50 ms until the answer is neither undefined nor false; fails loudly after `atMostSeconds`. */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  atMostSeconds = 60,
): Promise<T> {
  const end = Date.now() + atMostSeconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`waited ${atMostSeconds} s in vain for ${what}`);
    await delay(50);
  }
}
