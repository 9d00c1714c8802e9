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

test('passwords are hashed two at a time, so that threads are left for the disk; a queue without bound is refused', async () => {
  const asked = Array.from({ length: 203 }, (_, n) =>
    (n % 2 === 0 ? hashPassword('x') : passwordMatches('hash', 'x')).then(
      () => 'done',
      (problem: unknown) => (isRefusal(problem) ? problem.code : 'bug'),
    ),
  );
  expect(await asked[202]).toBe('request.tooMany');
  expect(most).toBe(2);
  for (let n = 0; n < 202; n += 1) {
    await vi.waitFor(() => expect(finish.length).toBeGreaterThan(0), { interval: 1 });
    finish.shift()?.();
  }
  expect(new Set(await Promise.all(asked.slice(0, 202)))).toEqual(new Set(['done']));
  expect([most, running]).toEqual([2, 0]);
});
