import { expect, test } from 'vitest';
import { siege as day } from './day.siege.ts';
import { siege as kill } from './kill.siege.ts';
import { siege as network } from './network.siege.ts';
import { seededChance } from './seeded-random.ts';
import { isHeld, verdictOf } from './siege.ts';

const held = '0 lost, 0 × 500, 0 ended';
const small = { seed: 7, tell: () => {} };

test('loses no sample of six devices when the program and its database are killed', { timeout: 600_000 }, async () => {
  const report = await kill.run({ ...small, share: 0.02 });
  expect(report.did.kills).toBeGreaterThan(2);
  expect([...report.lost, verdictOf(report)]).toEqual([held]);
});

test('loses no sample of six devices among fifty thousand malformed packets', { timeout: 600_000 }, async () => {
  const report = await network.run({ ...small, share: 0.05 });
  expect([...report.lost, verdictOf(report)]).toEqual([held]);
});

test('three hours of devices that come and go, and clocks that are set by a year, are here once', {
  timeout: 600_000,
}, async () => {
  const report = await day.run({ ...small, share: 0.125 });
  expect(report.did).toMatchObject({ restarts: expect.any(Number), 'hub clock set by a year': expect.any(Number) });
  expect([...report.lost, verdictOf(report)]).toEqual([held]);
});

test('a siege is held when nothing is lost, no bug is met, and the program never ends', () => {
  const report = { did: {}, lost: [], serverErrors: [], ended: 0 };
  expect(isHeld(report)).toBe(true);
  expect(isHeld({ ...report, lost: ['a sample'] })).toBe(false);
  expect(isHeld({ ...report, serverErrors: ['GET /'] })).toBe(false);
  expect(isHeld({ ...report, ended: 1 })).toBe(false);
});

test('the same seed chooses the same faults', () => {
  const draw = (seed: number) => {
    const chance = seededChance(seed);
    return Array.from({ length: 50 }, () => [chance.whole(0, 9), chance.pick(['a', 'b', 'c'])]);
  };
  expect(draw(3)).toEqual(draw(3));
  expect(draw(3)).not.toEqual(draw(4));
});
