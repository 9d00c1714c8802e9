import { describe, expect, test } from 'vitest';
import { answerOf, makeRecording, outcomeOf } from '../make-test-recording.ts';

/** A sensor that leans to and fro about its first axis, 20° at most, every 4 s. */
const leaning = (t: number) => (20 * Math.PI * Math.sin((Math.PI * t) / 2)) / 180;
const rocking = makeRecording(60, 100, {
  acc_x: ['m/s²', () => 0],
  acc_y: ['m/s²', (t) => -9.81 * Math.sin(leaning(t))],
  acc_z: ['m/s²', (t) => 9.81 * Math.cos(leaning(t))],
  gyro_x: ['°/s', (t) => -20 * (Math.PI / 2) * Math.cos((Math.PI * t) / 2)],
  gyro_y: ['°/s', () => 0],
  gyro_z: ['°/s', () => 0],
});

describe('How a sensor is turned', () => {
  test('is its rolling from one side to the other', () => {
    const { numbers, values } = answerOf('orientation', rocking);
    expect(numbers.rollRange).toBeCloseTo(40, 0);
    expect(numbers.roll).toBeCloseTo(0, 0);
    expect(numbers.pitch).toBeCloseTo(0, 6);
    expect(values.totalError).toMatchObject({ value: null, reason: 'notMeasured' });
  });
});

describe('Two signals of one movement', () => {
  const pulse = (t: number) =>
    Math.exp(-((t - 9) ** 2)) + 0.6 * Math.exp(-(((t - 21) / 2) ** 2)) + 0.2 * Math.sin(t ** 1.3);
  test('are put together, whatever their units and rates', () => {
    const [first] = makeRecording(40, 100, { 'imu.acc_x': ['m/s²', pulse] });
    const [second] = makeRecording(25, 40, { 'film.omega': ['rad/s', (t) => 3 * pulse(t + 6.3) + 1] });
    const { numbers, warnings } = answerOf('synchronisation', [first!, second!], {
      inputs: { first: 'imu.acc_x', second: 'film.omega' },
    });
    expect(numbers.offset).toBeCloseTo(6.3, 2);
    expect(numbers.correlation).toBeGreaterThan(0.99);
    expect(warnings).toEqual([]);
  });
  test('of which one stands still have nothing in common', () => {
    const signals = makeRecording(40, 100, { 'a.speed': ['m/s', pulse], 'b.speed': ['m/s', () => 2] });
    expect(outcomeOf('synchronisation', signals)).toMatchObject({ refused: 'nothingAlike' });
  });
});

test('A calibration without one of its faces says which one', () => {
  const faces = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
  ] as const;
  const on = (t: number, axis: 0 | 1 | 2) => 9.81 * (faces[Math.min(4, Math.floor(t / 3))]?.[axis] ?? 0);
  const recording = makeRecording(15, 100, {
    acc_x: ['m/s²', (t) => on(t, 0)],
    acc_y: ['m/s²', (t) => on(t, 1)],
    acc_z: ['m/s²', (t) => on(t, 2)],
  });
  expect(outcomeOf('sixPositions', recording)).toMatchObject({
    refused: 'facesMissing',
    numbers: { missing: '−z', found: 5 },
  });
});

test('A filter says what it takes: a wave above its cut-off, and nothing of one far below', () => {
  const wave = (hertz: number) =>
    makeRecording(10, 1000, { force: ['N', (t) => 100 * Math.sin(2 * Math.PI * hertz * t)] });
  expect(answerOf('filtering', wave(300)).numbers.removed).toBeCloseTo(100 / Math.SQRT2, 0);
  expect(answerOf('filtering', wave(1)).numbers.removed).toBeLessThan(0.1);
  expect(outcomeOf('filtering', makeRecording(10, 50, { force: ['N', (t) => t] }))).toMatchObject({
    refused: 'tooSlow',
  });
});
