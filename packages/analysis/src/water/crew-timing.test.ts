import { describe, expect, test } from 'vitest';
import { answerOf, makeRecording, outcomeOf } from '../make-test-recording.ts';

/** °; an oar that goes to and fro by 50° every 2 s, so late in s. */
const oar = (late: number) => (t: number) => -50 * Math.cos(Math.PI * (t - late));
const crew = (...late: readonly number[]) =>
  makeRecording(
    60,
    50,
    Object.fromEntries(late.map((one, i) => [`seat${i + 1}.gate_angle`, ['°', oar(one)] as const])),
  );

describe('A crew', () => {
  test('has the delays that its rowers have, to a part of a sample', () => {
    const { numbers, values } = answerOf('crewTiming', crew(0, 0.03, -0.03, 0));
    expect(numbers.strokes).toBeGreaterThanOrEqual(27);
    expect(numbers.rate).toBeCloseTo(30, 1);
    for (const [name, late] of [
      ['late1', 0],
      ['late2', 30],
      ['late3', -30],
      ['late4', 0],
    ] as const) {
      expect(Math.abs((numbers[name] ?? 99) - late)).toBeLessThan(1);
    }
    expect(numbers.catchRange).toBeCloseTo(60, -0.5);
    // Of 0, 30, −30 and 0 ms: √(1800 ÷ 3).
    expect(Math.abs((numbers.catchSpread ?? 0) - Math.sqrt(600))).toBeLessThan(1);
    expect(values.late5).toMatchObject({ value: null, reason: 'notMeasured' });
  });
  test('of which one rower pauses has the strokes of all others counted without those', () => {
    const [first, second] = crew(0, 0.02);
    const paused = { ...second!, values: second!.values.map((one, i) => (i > 1500 && i < 2250 ? -50 : one)) };
    const { numbers } = answerOf('crewTiming', [first!, paused]);
    expect(numbers.strokes).toBeLessThan(25);
    expect(Math.abs((numbers.late2 ?? 99) - 10)).toBeLessThan(2);
  });
  test('that is not on one clock has nothing together', () => {
    const apart = makeRecording(60, 50, { 'a.gate_angle': ['°', oar(0)], 'b.gate_angle': ['°', oar(0.9)] });
    expect(outcomeOf('crewTiming', apart)).toMatchObject({ refused: 'tooFewStrokes' });
  });
});
