import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerOf, makeRecording, outcomeOf } from '../make-test-recording.ts';

/** m/s²; strokes of 2 s: 0.8 s of drive, 1.2 s of recovery. */
const surge = (t: number) => {
  const part = (t / 2) % 1;
  return part < 0.4 ? 3 * Math.sin((Math.PI * part) / 0.4) : -2 * Math.sin((Math.PI * (part - 0.4)) / 0.6);
};
/** m/s; its integral, in closed form. */
const speedOf = (t: number) => {
  const part = (t / 2) % 1;
  const way = (height: number, share: number, at: number) =>
    (2 * height * share * (1 - Math.cos((Math.PI * at) / share))) / Math.PI;
  return 4 + (part < 0.4 ? way(3, 0.4, part) : way(3, 0.4, 0.4) - way(2, 0.6, part - 0.4));
};
const sway = (t: number) => 0.4 * Math.sin(7 * t);
/** x to the bow, y to port, z up. */
const boat = [surge, sway, (t: number) => 9.81 + 0.3 * Math.cos(5 * t)];
const turning = [(t: number) => 6 * Math.sin(2.1 * t), (t: number) => 2 * Math.sin(3 * t), () => 0];

type Fixed = readonly (readonly [axis: 0 | 1 | 2, sign: 1 | -1])[];
const names = ['x', 'y', 'z'] as const;
/** What a sensor records whose axis i shows that of the boat, or its opposite. */
function recorded(fixed: Fixed, withSpeed = true) {
  const signal = (unit: string, of: readonly ((t: number) => number)[], [axis, sign]: Fixed[number]) =>
    [unit, (t: number) => sign * of[axis]!(t)] as const;
  return makeRecording(60, 50, {
    ...Object.fromEntries(fixed.map((one, i) => [`imu.acc_${names[i]}`, signal('m/s²', boat, one)])),
    ...Object.fromEntries(fixed.map((one, i) => [`imu.gyro_${names[i]}`, signal('°/s', turning, one)])),
    ...(withSpeed && { 'gps.speed': ['m/s', speedOf] as const }),
  });
}
const right: Fixed = [
  [0, 1],
  [1, 1],
  [2, 1],
];

describe('The check of a mounting', () => {
  test('finds nothing where a sensor is fixed as it should be', () => {
    const { numbers, warnings, correction } = answerOf('mounting', recorded(right));
    expect(warnings).toEqual([]);
    expect(correction).toBeUndefined();
    expect(numbers.positiveShare).toBeCloseTo(41, 0);
    expect(numbers.speedAgreement).toBeGreaterThan(0.9);
    expect(numbers.upright).toBeGreaterThan(99);
    expect(numbers.strokesRecorded).toBe(numbers.strokesCorrected);
  });
  test('finds one that looks to the stern, says what shows it, and offers half a turn about z', () => {
    const backward: Fixed = [
      [0, -1],
      [1, -1],
      [2, 1],
    ];
    const { numbers, warnings, correction, figures } = answerOf('mounting', recorded(backward));
    expect(numbers.positiveShare).toBeCloseTo(59, 0);
    expect(numbers.speedAgreement).toBeLessThan(-0.9);
    expect(warnings.map(({ code }) => code)).toEqual(['mountingReversed']);
    expect(correction?.name.fr).toBe('Demi-tour autour de z');
    expect(correction?.axes).toContainEqual({ variable: 'imu.gyro_y', from: 'imu.gyro_y', sign: -1 });
    expect(correction?.axes).toHaveLength(6);
    expect(numbers.driveShareCorrected).toBeGreaterThan(30);
    expect(figures.map(({ id }) => id)).toContain('cycleCorrected');
    const kept = answerOf('mounting', recorded(backward), { parameters: { decision: 'asIs' } });
    expect(kept.correction).toBeUndefined();
    expect(kept.warnings.map(({ code }) => code)).toEqual(['mountingKept']);
  });
  test('however a sensor is turned, the correction makes its axes those of the boat', () => {
    const turns = fc.tuple(fc.constantFrom(0, 1, 2), fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(turns, ([shift, isSwapped, isFirstBack, isSecondBack, withSpeed]) => {
        const order = [0, 1, 2].map((i) => (i + shift) % 3);
        if (isSwapped) [order[0], order[1]] = [order[1]!, order[0]!];
        // Turned, never mirrored.
        const mirrors = (isSwapped ? -1 : 1) * (isFirstBack ? -1 : 1) * (isSecondBack ? -1 : 1);
        const signs = [isFirstBack ? -1 : 1, isSecondBack ? -1 : 1, mirrors];
        const fixed = order.map((axis, i) => [axis, signs[i]]) as unknown as Fixed;
        const { correction } = answerOf('mounting', recorded(fixed, withSpeed));
        const axes =
          correction?.axes ?? names.map((name) => ({ variable: `imu.acc_${name}`, from: `imu.acc_${name}`, sign: 1 }));
        for (const [i, name] of names.entries()) {
          const axis = axes.find(({ variable }) => variable === `imu.acc_${name}`);
          const [shown, sign] = fixed[names.findIndex((one) => axis?.from === `imu.acc_${one}`)]!;
          expect([shown, sign * axis!.sign]).toEqual([i, 1]);
        }
      }),
      { numRuns: 48 },
    );
  });
  test('offers nothing where the record does not say it: tilted, at rest, or a drive as long as the recovery', () => {
    const tilted = makeRecording(60, 50, {
      acc_x: ['m/s²', surge],
      acc_y: ['m/s²', () => 7],
      acc_z: ['m/s²', () => 7],
    });
    expect(answerOf('mounting', tilted).warnings.map(({ code }) => code)).toEqual(['mountingTilted']);
    const even = makeRecording(60, 50, {
      ...{ acc_x: ['m/s²', (t: number) => Math.sin(3 * t)], acc_y: ['m/s²', () => 0], acc_z: ['m/s²', () => 9.81] },
    });
    expect(answerOf('mounting', even).warnings.map(({ code }) => code)).toEqual(['mountingUnclear']);
    expect(
      outcomeOf(
        'mounting',
        makeRecording(10, 50, { acc_x: ['g', () => 0], acc_y: ['g', () => 0], acc_z: ['g', () => 1] }),
      ),
    ).toMatchObject({ refused: 'windowShort' });
  });
});
