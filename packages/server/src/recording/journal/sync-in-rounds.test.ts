import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSyncRounds, type Syncable } from './sync-in-rounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const monotonicMs = () => performance.now();

/** Journals on a disk whose syncs take a while, written to every 50 ms. */
function writeToMany(given: { journals: number; atOnce: number; syncMs: number }) {
  const rounds = createSyncRounds({ atOnce: given.atOnce, monotonicMs });
  let running = 0;
  let most = 0;
  let syncs = 0;
  const all: Syncable[] = Array.from({ length: given.journals }, () => ({
    async sync() {
      syncs++;
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, given.syncMs));
      running--;
    },
  }));
  const timer = setInterval(() => {
    for (const journal of all) rounds.written(journal);
  }, 50);
  return { rounds, all, stop: () => clearInterval(timer), seen: () => ({ most, syncs }) };
}

describe('syncs in rounds', () => {
  it.each([
    { journals: 200, atOnce: 2, syncMs: 40, withinMs: 4500 },
    { journals: 200, atOnce: 10, syncMs: 40, withinMs: 1000 },
    { journals: 200, atOnce: 2, syncMs: 2, withinMs: 1000 },
    { journals: 1, atOnce: 2, syncMs: 40, withinMs: 1000 },
    { journals: 6, atOnce: 2, syncMs: 300, withinMs: 1500 },
  ])('no byte of $journals journals waits longer than 1 s or a round of $syncMs ms, $atOnce at once', async (given) => {
    const { rounds, stop, seen } = writeToMany(given);
    await vi.advanceTimersByTimeAsync(10_000);
    const early = rounds.takeWorstMs();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(Math.max(early, rounds.takeWorstMs())).toBeLessThanOrEqual(given.withinMs);
    expect(seen().most).toBeLessThanOrEqual(given.atOnce);
    stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rounds.unsyncedMs()).toBe(0);
    rounds.close();
  });

  it.each([
    { journals: 10, syncMs: 5 },
    { journals: 200, syncMs: 3 },
  ])('are no more than needed: about one a second for each of $journals journals on a fast disk', async (given) => {
    const { rounds, stop, seen } = writeToMany({ ...given, atOnce: 2 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(seen().syncs).toBeLessThan(1.2 * given.journals * 20);
    stop();
    rounds.close();
  });

  it('that take long hold up nobody, nor what is written to the same journal meanwhile', async () => {
    const rounds = createSyncRounds({ atOnce: 2, monotonicMs });
    const syncs = { slow: 0, quick: 0 };
    const slow = {
      async sync() {
        syncs.slow++;
        await new Promise((resolve) => setTimeout(resolve, 2000));
      },
    };
    const quick = {
      async sync() {
        syncs.quick++;
      },
    };
    rounds.written(slow);
    await vi.advanceTimersByTimeAsync(1000);
    expect(syncs).toEqual({ slow: 1, quick: 0 });
    rounds.written(slow);
    await vi.advanceTimersByTimeAsync(1750);
    rounds.written(quick); // due late: a timer runs when the slow one ends
    await vi.advanceTimersByTimeAsync(250);
    expect(syncs).toEqual({ slow: 2, quick: 0 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(rounds.unsyncedMs()).toBe(0);
    rounds.close();
  });

  it('that are asked for go first, and cover what was written before', async () => {
    const { rounds, all, stop, seen } = writeToMany({ journals: 100, atOnce: 2, syncMs: 100 });
    await vi.advanceTimersByTimeAsync(3000);
    const last = all.at(-1);
    if (last === undefined) throw new Error('none');
    const before = seen().syncs;
    const flushed = rounds.flush(last);
    await vi.advanceTimersByTimeAsync(300);
    await flushed;
    expect(seen().syncs - before).toBeLessThan(8);
    stop();
    rounds.close();
  });

  it('that fail are told to those who asked, tried again after a while, and count as not done', async () => {
    const rounds = createSyncRounds({ atOnce: 2, monotonicMs });
    let fails = true;
    let tries = 0;
    const journal = {
      async sync() {
        tries++;
        if (fails) throw new Error('EIO');
      },
    };
    rounds.written(journal);
    await expect(rounds.flush(journal)).rejects.toThrow('EIO');
    await vi.advanceTimersByTimeAsync(5500);
    expect(tries).toBeGreaterThan(3);
    expect(tries).toBeLessThan(8);
    expect(rounds.unsyncedMs()).toBeGreaterThan(5000);
    fails = false;
    await vi.advanceTimersByTimeAsync(1500);
    expect(rounds.unsyncedMs()).toBe(0);
    rounds.close();
  });
});
