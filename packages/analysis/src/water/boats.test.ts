import { describe, expect, test } from 'vitest';
import { answerOf, makeRecording, outcomeOf } from '../make-test-recording.ts';

/** Strokes of 2 s: 0.8 s of drive, 1.2 s of recovery, without a change of speed on the whole. */
const boat = (t: number) => {
  const part = (t / 2) % 1;
  return part < 0.4 ? 3 * Math.sin((Math.PI * part) / 0.4) : -2 * Math.sin((Math.PI * (part - 0.4)) / 0.6);
};

describe('Strokes by the acceleration of the boat', () => {
  test('have their rate, whichever way the sensor looks and whatever gravity adds', () => {
    for (const sign of [1, -1]) {
      const found = answerOf(
        'rowingStrokes',
        makeRecording(120, 100, { acc_x: ['m/s²', (t) => sign * boat(t) + 0.7] }),
      );
      expect(found.numbers.rate).toBeCloseTo(30, 1);
      expect(found.numbers.strokes).toBeGreaterThanOrEqual(57);
      expect(found.numbers.rateDeviation).toBeLessThan(0.5);
      expect(found.cycles).toHaveLength(found.numbers.strokes ?? 0);
      expect(found.values.efficiency).toMatchObject({ value: null, reason: 'notMeasured' });
    }
  });
  test('an even speed has no drag to spare, and a stroke goes as far as it lasts', () => {
    const { numbers } = answerOf(
      'rowingStrokes',
      makeRecording(60, 100, { acc_x: ['m/s²', boat], speed: ['m/s', () => 4] }),
    );
    expect(numbers.efficiency).toBeCloseTo(100, 6);
    expect(numbers.strokeDistance).toBeCloseTo(8, 1);
  });
  test('the bow rises and sinks with each of them, by gravity and gyroscope, whichever way the sensor looks', () => {
    // 2° about 3°, once a stroke.
    const pitch = (t: number) => 3 + 2 * Math.sin(Math.PI * t);
    const lift = (3 * Math.PI) / 180;
    for (const sign of [1, -1]) {
      const { numbers } = answerOf(
        'rowingStrokes',
        makeRecording(240, 100, {
          acc_x: ['m/s²', (t) => sign * (boat(t) + 9.81 * Math.sin(lift))],
          acc_y: ['m/s²', () => 0],
          acc_z: ['m/s²', () => 9.81 * Math.cos(lift)],
          gyro_y: ['°/s', (t) => -sign * 2 * Math.PI * Math.cos(Math.PI * t)],
        }),
      );
      expect(numbers.pitch).toBeCloseTo(pitch(0), 0);
      expect(numbers.pitchRange).toBeCloseTo(4, 0);
    }
    const still = answerOf('rowingStrokes', makeRecording(60, 100, { acc_x: ['m/s²', boat] }));
    for (const one of ['pitch', 'pitchRange'])
      expect(still.values[one]).toMatchObject({ value: null, reason: 'notMeasured' });
  });
  test('a boat that rests has none; samples too far apart show none', () => {
    expect(outcomeOf('rowingStrokes', makeRecording(60, 100, { acc_x: ['m/s²', () => 0.1] }))).toMatchObject({
      refused: 'tooFewStrokes',
    });
    expect(outcomeOf('rowingStrokes', makeRecording(60, 5, { acc_x: ['m/s²', boat] }))).toMatchObject({
      refused: 'tooSlow',
    });
  });
});

describe('An oarlock', () => {
  // From −60° to 40° in 0.8 s with half a sine of 400 N, and back in 1.2 s.
  const angle = (t: number) =>
    (t / 2) % 1 < 0.4 ? -60 + (100 * ((t / 2) % 1)) / 0.4 : 40 - (100 * (((t / 2) % 1) - 0.4)) / 0.6;
  const force = (t: number) => ((t / 2) % 1 < 0.4 ? 400 * Math.sin((Math.PI * ((t / 2) % 1)) / 0.4) : 0);
  const recording = makeRecording(60, 200, { gate_angle: ['°', angle], gate_force: ['N', force] });
  test('has catch, finish, work and power as physics says', () => {
    const { numbers } = answerOf('gateForce', recording, { parameters: { arm: '1' } });
    expect(numbers.catch).toBeCloseTo(-60, 0);
    expect(numbers.finish).toBeCloseTo(40, 0);
    expect(numbers.rate).toBeCloseTo(30, 1);
    // ∫ 400·sin over 100°: 400 · 2/π · 1.7453.
    expect((numbers.work ?? 0) / (400 * (2 / Math.PI) * ((100 * Math.PI) / 180))).toBeCloseTo(1, 2);
    expect(numbers.power).toBeCloseTo((numbers.work ?? 0) / 2, 0);
    expect(numbers.forceMax).toBeCloseTo(400, 0);
    // 200 N are half of the height: a sixth of the drive on either side.
    expect(numbers.slip).toBeCloseTo(100 / 6, -0.5);
    expect(numbers.wash).toBeCloseTo(100 / 6, -0.5);
    expect(numbers.length).toBeCloseTo((numbers.effective ?? 0) + (numbers.slip ?? 0) + (numbers.wash ?? 0), 6);
  });
  test('twice the force is twice the work', () => {
    const [one, two] = [1, 2].map(
      (by) =>
        answerOf(
          'gateForce',
          makeRecording(60, 200, { gate_angle: ['°', angle], gate_force: ['N', (t) => by * force(t)] }),
        ).numbers,
    );
    expect((two?.work ?? 0) / (one?.work ?? 1)).toBeCloseTo(2, 9);
  });
});

test('A kayak has a stroke a side, told apart by its roll', () => {
  const strokes = makeRecording(60, 100, {
    acc_x: ['m/s²', (t) => (1 + 0.2 * Math.sign(Math.sin(Math.PI * t * 1.5))) * Math.sin(2 * Math.PI * 1.5 * t)],
    gyro_x: ['°/s', (t) => 20 * Math.sin(Math.PI * 1.5 * t)],
  });
  const { numbers } = answerOf('kayakBoat', strokes);
  expect(numbers.rate).toBeCloseTo(90, 0);
  expect(Math.abs((numbers.strokesLeft ?? 0) - (numbers.strokesRight ?? 0))).toBeLessThanOrEqual(1);
  expect(numbers.pushLeft).toBeGreaterThan(numbers.pushRight ?? 9);
  expect(numbers.asymmetry).toBeLessThan(0);
});

test('A boat whose sensor does not show gravity is refused', () => {
  const weightless = makeRecording(20, 50, {
    acc_x: ['m/s²', () => 0],
    acc_y: ['m/s²', () => 0],
    acc_z: ['m/s²', () => 1],
  });
  expect(outcomeOf('rowingBoat', weightless)).toMatchObject({ refused: 'notGravity' });
});

describe('A session that a device wrote stroke by stroke', () => {
  test('goes through what each interval counted, not only the last', () => {
    const intervals = makeRecording(150, 1, {
      stroke_rate: ['1/min', () => 30],
      distance: ['m', (t) => 4 * (t % 50) + 4],
      strokes: ['', (t) => (t % 50) + 1],
    });
    const { numbers } = answerOf('oarlockSession', intervals);
    expect(numbers.distance).toBeCloseTo(600, 6);
    expect(numbers.strokeDistance).toBeCloseTo(4, 6);
    expect(numbers.split).toBeCloseTo((500 * 149) / 600, 6);
  });
});
