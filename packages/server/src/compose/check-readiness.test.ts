import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkReadiness } from './check-readiness.ts';

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
