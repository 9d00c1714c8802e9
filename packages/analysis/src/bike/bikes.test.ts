import { describe, expect, test } from 'vitest';
import { answerOf, makeRecording, makeTable, outcomeOf } from '../make-test-recording.ts';

describe('An all-out sprint on an ergometer', () => {
  // Cadence from 40 to 160 rpm in 5 s, torque on the line T = 200·(1 − C/250), then slower again.
  const cadence = (t: number) => (t < 5 ? 40 + 24 * t : 160 - 10 * (t - 5));
  const recording = makeRecording(12, 100, {
    torque: ['N·m', (t) => 200 * (1 - cadence(t) / 250)],
    cadence: ['rpm', cadence],
  });
  test('has its line, optimum and largest power', () => {
    const { numbers } = answerOf('ergocycle', recording);
    expect((numbers.torque0 ?? 0) / 200).toBeCloseTo(1, 2);
    expect((numbers.cadence0 ?? 0) / 250).toBeCloseTo(1, 2);
    expect((numbers.power ?? 0) / 1309).toBeCloseTo(1, 2);
    expect(numbers.rSquared).toBeGreaterThan(0.999);
  });
  test('the inertia of its wheel adds torque while it gets faster', () => {
    const heavy = answerOf('ergocycle', recording, { parameters: { inertia: '5' } }).numbers;
    expect(heavy.torque0).toBeGreaterThan(answerOf('ergocycle', recording).numbers.torque0 ?? 0);
  });
});

describe('Critical power', () => {
  const time = [120, 240, 480, 720];
  const efforts = makeTable({ power: time.map((t) => 250 + 20_000 / t), time });
  test.each(['work', 'inverse', 'time'])('by the model %s is what the efforts were made of', (model) => {
    const { numbers } = answerOf('criticalPower', efforts, { parameters: { model } });
    expect(numbers.critical).toBeCloseTo(250, 2);
    expect(numbers.reserve).toBeCloseTo(20_000, 0);
  });
  test('with three parameters it has a largest power, too', () => {
    const power = [280, 300, 350, 450];
    const held = power.map((watts) => 20_000 / (watts - 250) - 20_000 / (900 - 250));
    const { numbers } = answerOf('criticalPower', makeTable({ power, time: held }), {
      parameters: { model: 'threeParameters' },
    });
    expect(numbers.critical).toBeCloseTo(250, 0);
    expect(numbers.maximal).toBeCloseTo(900, -1);
  });
  test('two efforts are too few', () => {
    expect(outcomeOf('criticalPower', makeTable({ power: [300, 280], time: [200, 400] }))).toMatchObject({
      refused: 'tooFewEfforts',
    });
  });
  test('critical speed is a line through distance and time', () => {
    const { numbers } = answerOf(
      'criticalSpeed',
      makeTable({ distance: [4 * 180 + 150, 4 * 720 + 150], time: [180, 720] }),
    );
    expect(numbers.critical).toBeCloseTo(4, 9);
    expect(numbers.reserve).toBeCloseTo(150, 6);
  });
});

describe('Pedalling', () => {
  const degrees = (t: number) => (t * 540) % 360;
  const push = (phase: number) => (t: number) => 200 + 150 * Math.sin((degrees(t) * Math.PI) / 180 + phase);
  test('has its cadence, its balance, and mirrors its sides', () => {
    const of = (left: number, right: number) =>
      answerOf(
        'pedalling',
        makeRecording(20, 400, {
          angle: ['°', degrees],
          power_g: ['W', (t) => left * push(0)(t)],
          power_d: ['W', (t) => right * push(Math.PI)(t)],
        }),
      ).numbers;
    const [one, other] = [of(1, 1.1), of(1.1, 1)];
    expect(one.cadence).toBeCloseTo(90, 0);
    expect(one.balance).toBeCloseTo(100 - (other.balance ?? 0), 4);
    expect(one.balance).toBeCloseTo(52.4, 0);
  });
});

describe('Starts and laps', () => {
  test('a start has its reaction and its marks', () => {
    const speed = (t: number) => Math.max(0, 2 * (t - 1.3));
    const start = makeRecording(8, 200, {
      gate: ['', (t) => (t >= 1 ? 5 : 0)],
      torque: ['N·m', (t) => (t >= 1.3 ? 100 : 0)],
      cadence: ['rpm', (t) => (t >= 1.3 ? 120 : 0)],
      speed: ['m/s', speed],
    });
    const { numbers } = answerOf('bmxStart', start);
    expect(numbers.reaction).toBeCloseTo(0.3, 2);
    expect(numbers.powerTurn).toBeCloseTo((100 * 2 * Math.PI * 120) / 60, 0);
    expect(numbers.time10).toBeCloseTo(Math.sqrt(10), 1);
    expect(numbers.speed20).toBeCloseTo(2 * Math.sqrt(20), 1);
  });
  test('a start that has places has a map of its first seconds, in metres', () => {
    const pushed = makeRecording(40, 20, {
      torque: ['N·m', (t) => (t < 2 ? 0 : 100)],
      cadence: ['rpm', (t) => (t < 2 ? 0 : 120)],
      latitude: ['°', (t) => 45 + (2 * t) / 111_195],
      longitude: ['°', () => 5],
    });
    const [track] = answerOf('bmxStart', pushed).figures;
    const north = track?.series.flatMap(({ y }) => [...(y ?? [])]) ?? [];
    expect(track).toMatchObject({ id: 'track', isSquare: true });
    // 2 m/s over 15 s, and none of what comes after.
    expect(Math.max(...north.map(Number))).toBeCloseTo(30, 0);
    expect(answerOf('bmxStart', pushed.slice(0, 2)).figures).toEqual([]);
  });
  test('laps are as long as the track', () => {
    const { numbers } = answerOf('instrackLaps', makeRecording(100, 10, { speed: ['m/s', () => 12.5] }));
    expect(numbers.laps).toBe(4);
    expect(numbers.best).toBeCloseTo(20, 6);
    expect(numbers.speed).toBeCloseTo(12.5, 6);
  });
});
