import { isRefusal } from '@sillage/contract';
import { expect, test, vi } from 'vitest';

let running = 0;
let most = 0;
const finish: (() => void)[] = [];
vi.mock('@node-rs/argon2', () => {
  const work = async (answer: unknown) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running -= 1;
    return answer;
  };
  return { hash: async (text: string) => (text === 'nobody' ? 'decoy' : work('hash')), verify: () => work(true) };
});
const { hashPassword, passwordMatches } = await import('./hash-passwords.ts');

async function finishAll(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await vi.waitFor(() => expect(finish.length).toBeGreaterThan(0), { interval: 1 });
    finish.shift()?.();
  }
}
const outcome = (answer: unknown) => (isRefusal(answer) ? answer.code : 'done');

/** People of one host who set and check passwords, in turn. */
const ask = (count: number, address: string) =>
  Array.from({ length: count }, (_, n) =>
    (n % 2 === 0 ? hashPassword('x', address) : passwordMatches('hash', 'x', address)).then(outcome),
  );

test('passwords are hashed two at a time, so that threads are left for the disk; a queue without bound is refused', async () => {
  const asked = ask(103, '192.0.2.1');
  expect(await asked[102]).toBe('request.tooMany');
  expect(most).toBe(2);
  await finishAll(102);
  expect(new Set(await Promise.all(asked.slice(0, 102)))).toEqual(new Set(['done']));
  expect([most, running]).toEqual([2, 0]);
});

test('strangers who fill the queue keep nobody else from signing in', async () => {
  const strangers = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].flatMap((address) => ask(150, address));
  const person = passwordMatches('hash', 'x', '198.51.100.1').then(outcome);
  await finishAll(202);
  expect(await person).toBe('done');
  const outcomes = await Promise.all(strangers);
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(201);
});
