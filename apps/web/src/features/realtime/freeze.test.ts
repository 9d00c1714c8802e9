import { expect, test } from 'vitest';
import { createLiveSamples } from '../../live/live-samples.ts';
import { freezeAt, lookBack } from './freeze.ts';

/** A device that streamed 10 values a second for so long. */
function streamed(seconds: number) {
  const samples = createLiveSamples();
  const take = (from: number, to: number) => {
    for (let at = from * 10; at <= to * 10; at++) {
      const data = { imu: { T: [at / 10], x: [at] } };
      samples.take({ number: 1, recTime: at / 10, deviceRecId: 7, data, selections: [] }, at * 100);
    }
  };
  take(0, seconds);
  return { samples, take };
}

const watched = [{ number: 1, names: ['imu.x'] }];

test('what is frozen stays at its moment while the record goes on, at full resolution', () => {
  const { samples, take } = streamed(90);
  const frozen = freezeAt(samples, watched, 90_000, 30);
  expect(frozen.ends.get(1)).toBeCloseTo(90, 3);
  expect(frozen.extent.from).toBeCloseTo(-90, 3);
  take(90.1, 100);
  const buffer = samples.series(1, 'imu.x');
  expect(buffer?.valueNear((frozen.ends.get(1) ?? 0) - 80, 0.05)).toBe(100);
  expect(buffer?.length).toBe(1001);
});

test('it is looked at within what is kept, however far it is dragged', () => {
  const { samples } = streamed(90);
  const frozen = freezeAt(samples, watched, 90_000, 30);
  expect(lookBack(frozen, { from: -500, to: -470 }).window).toEqual({
    from: frozen.extent.from,
    to: frozen.extent.from + 30,
  });
  expect(lookBack(frozen, { from: 10, to: 40 }).window).toEqual({ from: -30, to: 0 });
  expect(lookBack(frozen, { from: -10, to: -9.9 }).window).toBe(frozen.window);
});
