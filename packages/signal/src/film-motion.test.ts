import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changeOfAxes, correlateSignals, findLikeness, motionOfFilm, SteadySignal, sizeOfAxes } from './index.ts';

const rateHz = 100;
/** A golfer's swing: turn rate of the wrist in three axes, the time by the number of the row. */
const path = '../../testkit/fixtures/17_golf_swing_imu/imu_20260112_171520.csv';
const swing = readFileSync(new URL(path, import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split(',').slice(4, 7).map(Number))
  .filter((axes) => axes.length === 3 && axes.every(Number.isFinite));
const sourceHz = 76.1;

function steadyAxes(): Float64Array[] {
  return [0, 1, 2].map((axis) => {
    const signal = new SteadySignal(0, Math.ceil((swing.length / sourceHz) * rateHz), rateHz, sourceHz);
    for (const [i, row] of swing.entries()) signal.take(i / sourceHz, row[axis]!);
    return signal.values();
  });
}

test.each([
  ['of a steady camera', () => 0],
  ['of a phone, whose frames come when they come', (i: number) => 0.008 * Math.sin(i * i)],
])('a film %s is found beside what was measured, to a part of a frame', (_, jitter) => {
  const speed = swing.map((axes) => Math.hypot(...axes));
  // What moved between two frames, as their difference shows it.
  const movedBetween = (from: number, to: number) => {
    let sum = 0;
    for (let t = from; t < to; t += 0.001) sum += speed[Math.floor(t * sourceHz)] ?? 0;
    return sum / (to - from);
  };
  for (const offset of [2.345, 4.1]) {
    const times = Array.from({ length: 180 }, (_, i) => 1 + i / 30 + jitter(i));
    const differences = times.map((t, i) => movedBetween(offset + (times[i - 1] ?? t - 1 / 30), offset + t));
    const film = motionOfFilm(times, differences, rateHz);
    const correlation = correlateSignals(sizeOfAxes(steadyAxes(), rateHz), film.values, rateHz);
    const found = correlation && findLikeness(correlation);
    expect(Math.abs((found?.offsetSeconds ?? 0) - film.fromSeconds - offset)).toBeLessThan(0.02);
    expect(found?.confidence).toBeGreaterThan(0.9);
  }
});

test('an acceleration changes most where a swing is fastest, whatever way the sensor is turned', () => {
  const seconds = Array.from({ length: 1000 }, (_, i) => i / rateHz);
  const angle = seconds.map((t) => 0.3 * Math.sin(2 * Math.PI * 0.7 * t));
  const axes = (turn: number) => [
    Float64Array.from(angle, (a) => 9.81 * Math.sin(a + turn)),
    Float64Array.from(angle, (a) => 9.81 * Math.cos(a + turn)),
  ];
  const change = changeOfAxes(axes(0), rateHz);
  const turned = changeOfAxes(axes(1.2), rateHz);
  for (let at = 50; at < 900; at += 7) expect(turned[at]).toBeCloseTo(change[at]!, 9);
  // At the middle of a swing, and at its turn.
  expect(change[Math.round((rateHz * 2) / 1.4)]!).toBeGreaterThan(10 * change[Math.round((rateHz * 2.5) / 1.4)]!);
});

test('where a film or a sensor says nothing, nothing is known', () => {
  const times = [0, 1, 2, 3, 10, 11, 12];
  const film = motionOfFilm(times, [1, 1, 1, 1, 1, 1, 1], rateHz);
  expect(film.values[350]).toBeNaN();
  expect(film.values[250]).toBe(1);
  const axis = Float64Array.from({ length: 100 }, (_, i) => (i > 30 && i < 70 ? Number.NaN : i));
  expect(changeOfAxes([axis], rateHz)[50]).toBeNaN();
});
