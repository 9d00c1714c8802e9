import { expect, test } from 'vitest';
import { findLaps, type Way } from './find-laps.ts';

/** Hz; m/s */
const [rateHz, speed] = [1, 5];

/** A way through corners, at a steady speed. */
function wayThrough(corners: readonly (readonly [east: number, north: number])[]): Way {
  const [east, north]: number[][] = [[], []];
  corners.slice(1).forEach(([toEast, toNorth], i) => {
    const [fromEast, fromNorth] = corners[i] ?? [0, 0];
    const steps = (Math.hypot(toEast - fromEast, toNorth - fromNorth) * rateHz) / speed;
    for (let step = 0; step < steps; step++) {
      east?.push(fromEast + ((toEast - fromEast) * step) / steps);
      north?.push(fromNorth + ((toNorth - fromNorth) * step) / steps);
    }
  });
  const seconds = Float64Array.from(east ?? [], (_, i) => i / rateHz);
  return { seconds, east: Float64Array.from(east ?? []), north: Float64Array.from(north ?? []) };
}

const lap = [
  [400, 0],
  [400, 100],
  [0, 100],
  [0, 0],
] as const;
const lapSeconds = 1000 / speed;
/** From a house, three rounds, and on. */
const rounds = wayThrough([[-300, 50], [0, 0], ...lap, ...lap, ...lap, [300, 0]]);

test('rounds go from the line to the line', () => {
  const laps = findLaps(rounds, 100);
  expect(laps).toHaveLength(3);
  for (const { fromSeconds, toSeconds } of laps) expect(toSeconds - fromSeconds).toBeCloseTo(lapSeconds, 3);
});

test('who comes the other way, or passes far from the line, does not cross it', () => {
  const there = [
    [0, 0],
    [1000, 0],
    [1000, 10],
    [0, 10],
    [0, 0],
    [1000, 0],
  ] as const;
  expect(findLaps(wayThrough(there), 20)).toHaveLength(1);
  const spiral = [
    [0, 0],
    [400, 0],
    [400, 100],
    [0, 100],
    [0, 40],
    [400, 40],
  ] as const;
  expect(findLaps(wayThrough(spiral), 20)).toEqual([]);
});

test('who turns on the spot, or stands still, makes no rounds', () => {
  const circle = Float64Array.from({ length: 600 }, (_, i) => 15 * Math.sin(i / 3));
  const turn = Float64Array.from({ length: 600 }, (_, i) => 15 * Math.cos(i / 3));
  const seconds = Float64Array.from(circle, (_, i) => i);
  expect(findLaps({ seconds, east: circle, north: turn }, 0).every((one) => one.toSeconds - one.fromSeconds > 25)).toBe(
    true,
  );
  const nowhere = new Float64Array(100);
  expect(findLaps({ seconds: seconds.subarray(0, 100), east: nowhere, north: nowhere }, 0)).toEqual([]);
  const unknown = new Float64Array(100).fill(Number.NaN);
  expect(findLaps({ seconds: seconds.subarray(0, 100), east: unknown, north: unknown }, 0)).toEqual([]);
});

test('a receiver that knew nothing for a while loses no round', () => {
  const [east, north] = [Float64Array.from(rounds.east), Float64Array.from(rounds.north)];
  for (let i = 150; i < 180; i++) [east[i], north[i]] = [Number.NaN, Number.NaN];
  expect(findLaps({ ...rounds, east, north }, 100)).toHaveLength(3);
});

test('who rests at the line goes on with the round that comes, however the receiver wanders', () => {
  const radius = 400 / (2 * Math.PI);
  const [east, north]: number[][] = [[], []];
  let seed = 7;
  const noise = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return 3 * (seed / 2_147_483_647 - 0.5);
  };
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 680; i++) {
      const angle = (2 * Math.PI * Math.min(i, 80)) / 80;
      east?.push(radius * Math.sin(angle) + noise());
      north?.push(radius * Math.cos(angle) + noise());
    }
  }
  const seconds = Float64Array.from(east ?? [], (_, i) => i);
  const way = { seconds, east: Float64Array.from(east ?? []), north: Float64Array.from(north ?? []) };
  for (const at of [0, 20, 40, 60]) {
    const laps = findLaps(way, at);
    expect(laps.length).toBeGreaterThanOrEqual(4);
    expect(laps.length).toBeLessThanOrEqual(5);
  }
  expect(findLaps(way, 1e6)).toEqual([]);
});
