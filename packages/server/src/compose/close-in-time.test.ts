import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../platform/log/index.ts';
import { createClosers } from './close-in-time.ts';

let nowMs: number;
let closed: string[];
let complaints: object[];
beforeEach(() => {
  vi.useFakeTimers();
  [nowMs, closed, complaints] = [0, [], []];
});
afterEach(() => void vi.useRealTimers());

/** Rooms in the order of opening, each with the ms that it takes to close. */
function open(rooms: Readonly<Record<string, number>>) {
  const log = { ...createLog('silent'), error: (fields: object) => void complaints.push(fields) };
  const closers = createClosers({ log, monotonicMs: () => nowMs });
  for (const [name, ms] of Object.entries(rooms)) {
    closers.add(name, async () => {
      closed.push(`${name} at ${nowMs}`);
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      if (ms < 0) throw new Error('a bug');
    });
  }
  return closers;
}

async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 10) {
    nowMs += 10;
    await vi.advanceTimersByTimeAsync(10);
  }
}

it('closes one after the other, the last opened first, and waits for each', async () => {
  let isDone = false;
  void open({ tally: 0, database: 1000, ingest: 500, http: 100 })
    .closeAll()
    .then(() => {
      isDone = true;
    });
  await pass(2000);
  expect([isDone, closed, complaints]).toEqual([
    true,
    ['http at 0', 'ingest at 100', 'database at 600', 'tally at 1600'],
    [],
  ]);
});

it('ends in its time when everything hangs: each is begun, and the database keeps its share', async () => {
  const never = 1e9;
  let endedMs = 0;
  void open({ tally: 0, database: never, broken: -1, jobs: never, ingest: never, http: never })
    .closeAll(8500)
    .then(() => {
      endedMs = nowMs;
    });
  await pass(10_000);
  expect(endedMs).toBe(8500);
  expect(closed).toEqual([
    'http at 0',
    'ingest at 3000',
    'jobs at 4500',
    'broken at 5250',
    'database at 5250',
    'tally at 8500',
  ]);
  expect(complaints).toHaveLength(5);
});
