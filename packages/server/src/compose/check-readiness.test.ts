import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkReadiness } from './check-readiness.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, access: vi.fn(real.access) };
});

let journals: string;
let there: { database: boolean; broker: boolean };
let nowMs: number;
let asked: number;
let missing: () => Promise<readonly string[]>;

beforeEach(async () => {
  journals = await mkdtemp(join(tmpdir(), 'sillage-ready-'));
  there = { database: true, broker: true };
  [nowMs, asked] = [0, 0];
  missing = checkReadiness({
    database: {
      async isReady() {
        asked += 1;
        return there.database;
      },
    },
    broker: { isReady: () => there.broker },
    folder: { journals },
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
  });
});
afterEach(() => void vi.useRealTimers());
afterEach(() => rm(journals, { recursive: true, force: true }));

async function later(): Promise<readonly string[]> {
  nowMs += 2000;
  return missing();
}

it('names what is away, and nothing once it is back', async () => {
  expect(await missing()).toEqual([]);
  there.database = false;
  expect(await later()).toEqual(['database']);
  there.broker = false;
  await rm(journals, { recursive: true });
  expect(await later()).toEqual(['database', 'broker', 'journal']);
  there = { database: true, broker: true };
  expect(await later()).toEqual(['journal']);
});

it('is asked of the database once a second, however often strangers ask', async () => {
  for (let i = 0; i < 100; i++) await missing();
  expect(asked).toBe(1);
});

it('asks a disk that hangs once, however long it hangs, and counts it as away meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hang = Promise.withResolvers<void>();
  vi.mocked(access).mockClear().mockReturnValueOnce(hang.promise);
  for (let i = 0; i < 20; i++) {
    const answer = later();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await answer).toEqual(['journal']);
  }
  expect(access).toHaveBeenCalledTimes(1);
  hang.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(await later()).toEqual([]);
});

it('does not wait for a database that hangs, and asks it once meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.mocked(access).mockResolvedValueOnce().mockResolvedValueOnce().mockResolvedValueOnce();
  const isReady = vi.fn(() => new Promise<boolean>(() => {}));
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  missing = checkReadiness({ database: { isReady }, broker: { isReady: () => true }, folder: { journals }, clock });
  for (let i = 0; i < 3; i++) {
    const answer = later();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await answer).toEqual(['database']);
  }
  expect(isReady).toHaveBeenCalledTimes(1);
});
