import { describe, expect, test } from 'vitest';
import { answerOf, makeRecording, outcomeOf } from '../make-test-recording.ts';

test('A golf swing has its backswing, its downswing and its tempo', () => {
  // Rests until 2 s, turns for 0.9 s, pauses, swings for 0.3 s.
  const rotation = (t: number) => {
    if (t < 2) return 2;
    if (t < 2.9) return 150 * Math.sin((Math.PI * (t - 2)) / 0.9);
    if (t < 3.5) return 5 + 900 * Math.sin((Math.PI * (t - 2.9)) / 0.6);
    return 4;
  };
  const swing = makeRecording(6, 200, {
    gyro_x: ['°/s', rotation],
    gyro_y: ['°/s', () => 0],
    gyro_z: ['°/s', () => 0],
  });
  const { numbers, events } = answerOf('golfSwing', swing, { parameters: { radius: '1' } });
  expect(numbers.peakRotation).toBeCloseTo(905, -1);
  expect(numbers.headSpeed).toBeCloseTo((905 * Math.PI) / 180, 0);
  expect(events.find(({ name }) => name === 'impact')?.at).toBeCloseTo(3.2, 1);
  expect(numbers.downswing).toBeCloseTo(0.3, 1);
  expect(numbers.backswing).toBeCloseTo(0.9, 0.5);
  expect(
    outcomeOf(
      'golfSwing',
      makeRecording(6, 200, { gyro_x: ['°/s', () => 5], gyro_y: ['°/s', () => 0], gyro_z: ['°/s', () => 0] }),
    ),
  ).toMatchObject({ refused: 'noSwing' });
});

test('A swing that is faster than any gyroscope shows was perhaps read as counts, and is said to', () => {
  const none = ['°/s', () => 0] as const;
  const raw = makeRecording(4, 100, {
    gyro_x: ['°/s', (t) => 26_000 * Math.sin((Math.PI * t) / 4) ** 8],
    ...{ gyro_y: none, gyro_z: none },
  });
  for (const id of ['golfSwing', 'tennisSwing']) {
    expect(answerOf(id, raw).warnings).toContainEqual(expect.objectContaining({ code: 'perhapsCounts' }));
    const { warnings } = answerOf(id, raw, { parameters: { countsPerDegree: '65.5', threshold: '300' } });
    expect(warnings).not.toContainEqual(expect.objectContaining({ code: 'perhapsCounts' }));
  }
});

test('Tennis strokes are counted, those with a ball by their shock', () => {
  const at = (t: number) => t % 3;
  const rotation = (t: number) => (at(t) > 1 && at(t) < 1.4 ? 1200 * Math.sin((Math.PI * (at(t) - 1)) / 0.4) : 3);
  const shock = (t: number) => (Math.abs(t - 4.2) < 0.004 ? 300 : 9.81 + 0.5 * Math.sin(50 * t));
  const none = ['°/s', () => 0] as const;
  const { numbers } = answerOf(
    'tennisSwing',
    makeRecording(12, 200, {
      gyro_x: ['°/s', rotation],
      gyro_y: none,
      gyro_z: none,
      acc_x: ['m/s²', shock],
      acc_y: ['m/s²', () => 0],
      acc_z: ['m/s²', () => 0],
    }),
  );
  expect(numbers.strokes).toBe(4);
  expect(numbers.withBall).toBe(1);
  expect(numbers.peakRotation).toBeCloseTo(1200, -1);
});

test('A hammer is as fast as its wire pulls', () => {
  const force = (t: number) => (t < 4 ? 500 + 550 * t + 200 * Math.sin(2 * Math.PI * 1.5 * t) : 0);
  const { numbers, warnings } = answerOf('hammer', makeRecording(6, 200, { force: ['N', force] }));
  expect(numbers.turns).toBeGreaterThanOrEqual(5);
  expect(numbers.releaseSpeed).toBeCloseTo(Math.sqrt((2700 * 1.85) / 7.26), -0.5);
  expect(warnings).toEqual([]);
  expect(answerOf('hammer', makeRecording(3, 200, { force: ['N', force] })).warnings[0]?.code).toBe('noRelease');
});

describe('A match', () => {
  // 10 s at 2 m/s, 3 s of sprint at 8 m/s, 10 s at 5 m/s.
  const speed = (t: number) => (t < 10 ? 2 : t < 13 ? 8 : 5);
  test('has its distances by band, and its sprints', () => {
    const { numbers } = answerOf('footballLoad', makeRecording(23, 20, { speed: ['m/s', speed] }));
    expect(numbers.distance).toBeCloseTo(20 + 24 + 50, -0.5);
    expect(numbers.sprints).toBe(1);
    expect(numbers.sprintDistance).toBeCloseTo(24, -0.5);
    const bands = ['distance7', 'distance15', 'distance20', 'distance25', 'distanceMore'].map(
      (name) => numbers[name] ?? 0,
    );
    expect(bands.reduce((sum, one) => sum + one, 0)).toBeCloseTo(numbers.distance ?? 0, 6);
    expect(numbers.playerLoad).toBeNaN();
  });
  test('has a load without a speed', () => {
    const shake = ['m/s²', (t: number) => 9.81 + 5 * Math.sin(20 * t)] as const;
    const { numbers, values } = answerOf(
      'footballLoad',
      makeRecording(60, 100, { acc_x: shake, acc_y: shake, acc_z: shake }),
    );
    expect(numbers.playerLoadPerMinute).toBeCloseTo(numbers.playerLoad ?? 0, 1);
    expect(values.distance).toMatchObject({ reason: 'notMeasured' });
  });
});

test('A track along the equator is as long as the earth says, and no gap is bridged', () => {
  // 0.00009° are 10 m.
  const east = (t: number) => 0.00009 * t;
  const of = (latitude: (t: number) => number) =>
    answerOf('gpsTrack', makeRecording(100, 1, { latitude: ['°', latitude], longitude: ['°', (t) => east(t) + 1] }))
      .numbers;
  expect((of(() => 0).distance ?? 0) / (99 * 10.0075)).toBeCloseTo(1, 3);
  expect(of(() => 0).duration).toBe(99);
  const gapped = of((t) => (t > 40 && t < 60 ? Number.NaN : 0));
  expect(gapped.duration).toBe(99 - 20);
  expect(
    outcomeOf('gpsTrack', makeRecording(1, 1, { latitude: ['°', () => 0], longitude: ['°', () => 1] })),
  ).toMatchObject({ refused: 'tooFewFixes' });
});

test('The best accelerations of each speed are a line, and a profile without a fall is none', () => {
  const v = (t: number) => 8.5 * (1 - Math.exp(-(t % 12) / 1.2));
  const { numbers } = answerOf(
    'sprintInSitu',
    makeRecording(120, 20, { speed: ['m/s', v], acceleration: ['m/s²', (t) => (8.5 - v(t)) / 1.2] }),
  );
  expect(numbers.topSpeed).toBeCloseTo(8.5, 2);
  expect(numbers.acceleration).toBeCloseTo(8.5 / 1.2, 2);
  expect(outcomeOf('sprintTrace', makeRecording(20, 20, { speed: ['m/s', () => 1] }))).toMatchObject({
    refused: 'noSprint',
  });
});
