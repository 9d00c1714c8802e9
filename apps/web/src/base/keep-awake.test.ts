import { afterEach, expect, it, vi } from 'vitest';
import { keepAwake } from './keep-awake.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function fakeLocks() {
  const locks: { released: boolean; release(): Promise<void> }[] = [];
  const answers: (() => void)[] = [];
  const request = () =>
    new Promise((resolve) => {
      const lock = {
        released: false,
        async release() {
          lock.released = true;
        },
      };
      answers.push(() => {
        locks.push(lock);
        resolve(lock);
      });
    });
  vi.stubGlobal('navigator', { ...navigator, wakeLock: { request } });
  const settle = async () => {
    for (const give of answers.splice(0)) give();
    await Promise.resolve();
  };
  return { locks, answers, settle };
}

it('keeps the screen on until it is let go, and asks anew when the page is seen again', async () => {
  const { locks, answers, settle } = fakeLocks();
  const letGo = keepAwake();
  await settle();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(answers).toHaveLength(0);
  // As browsers do with a page that is left.
  await locks[0]?.release();
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(answers).toHaveLength(0);
  hidden.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(locks.map(({ released }) => released)).toEqual([true, false]);
  letGo();
  expect(locks[1]?.released).toBe(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(answers).toHaveLength(0);
});

it('lets go of what is granted after the end', async () => {
  const { locks, settle } = fakeLocks();
  keepAwake()();
  await settle();
  expect(locks.map(({ released }) => released)).toEqual([true]);
});
