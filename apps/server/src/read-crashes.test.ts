import { expect, it } from 'vitest';
import { readCrashes } from './read-crashes.ts';

it('says how often the program crashed and when last, as the runner told it', () => {
  expect(readCrashes({ SILLAGE_CRASHES: '3', SILLAGE_LAST_CRASH: '2026-06-01T10:00:00.000Z' })).toEqual({
    count: 3,
    lastMs: Date.UTC(2026, 5, 1, 10),
  });
  const never = { count: 0, lastMs: undefined };
  expect(readCrashes({})).toEqual(never);
  expect(readCrashes({ SILLAGE_CRASHES: 'many', SILLAGE_LAST_CRASH: 'once' })).toEqual(never);
});
