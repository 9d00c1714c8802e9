import { describe, expect, test } from 'vitest';
import { answerOf, makeRecording, outcomeOf } from '../make-test-recording.ts';

const [gravity, mass] = [9.81, 70];
const weight = mass * gravity;
/** Levels in weights, each until a time; the last one for ever. */
const steps =
  (...levels: readonly (readonly [until: number, weights: number])[]) =>
  (t: number) =>
    weight * (levels.find(([until]) => t < until) ?? levels.at(-1) ?? [0, 0])[1];
const plate = (of: (t: number) => number, seconds = 6) => makeRecording(seconds, 1000, { fztot: ['N', of] });
const flightOf = (speed: number) => (2 * speed) / gravity;

describe('A squat jump', () => {
  // 1.2 weights of net force for as long as 2.4 m/s take.
  const push = 2.4 / (1.2 * gravity);
  const force = steps([3, 1], [3 + push, 2.2], [3 + push + flightOf(2.4), 0], [4.5, 2], [9, 1]);
  test('is as high as its impulse and its flight say', () => {
    const { numbers, warnings } = answerOf('sj', plate(force));
    expect(numbers.velocityTakeOff).toBeCloseTo(2.4, 1);
    expect(numbers.heightFlight).toBeCloseTo(2.4 ** 2 / (2 * gravity), 2);
    expect(numbers.propulsionTime).toBeCloseTo(push, 2);
    expect(numbers.impulse).toBeCloseTo(mass * (numbers.velocityTakeOff ?? 0), 6);
    expect(warnings.map(({ code }) => code)).not.toContain('counterMovement');
  });
  test('its edges can be placed by hand', () => {
    const moved = answerOf('sj', plate(force), { parameters: { onsetAt: '2.9' } });
    expect(moved.events.find(({ name }) => name === 'onset')?.at).toBeCloseTo(2.9, 6);
    expect(moved.parameters.onsetAt?.source).toBe('moved');
  });
});

describe('A drop jump', () => {
  // Falls with 2.5 m/s onto the plate, which gives 4 weights until it leaves with 2 m/s.
  const contact = 4.5 / (3 * gravity);
  const landing = 1 + contact + flightOf(2);
  const still = 2 / (1.5 * gravity);
  const force = steps([1, 0], [1 + contact, 4], [landing, 0], [landing + still, 2.5], [9, 1]);
  test('has its contact, its flight and the drop that the landing tells', () => {
    const { numbers } = answerOf('dj', plate(force, 8));
    expect(numbers.contactTime).toBeCloseTo(contact, 2);
    expect(numbers.flightTime).toBeCloseTo(flightOf(2), 2);
    expect(numbers.rsi).toBeCloseTo(2 ** 2 / (2 * gravity) / contact, 1);
    expect(numbers.velocityTouchDown).toBeCloseTo(-2.5, 1);
    expect(numbers.heightImpulse).toBeCloseTo(2 ** 2 / (2 * gravity), 1);
    expect(numbers.mass).toBeCloseTo(mass, 1);
  });
  test('without the end has its times, and says what is missing for the rest', () => {
    const { values, numbers } = answerOf('dj', plate(force, landing + 0.2));
    expect(numbers.contactTime).toBeCloseTo(contact, 2);
    expect(values.dropHeight).toMatchObject({ value: null, reason: 'notWeighed' });
    const given = { parameters: { bodyMass: '70', boxHeight: '0.31855' } };
    expect(answerOf('dj', plate(force, landing + 0.1), given).numbers.velocityTakeOff).toBeCloseTo(2, 1);
  });
});

describe('Hops', () => {
  // Half sines of 0.2 s, 0.3 s in the air: the mean of a whole hop is the weight.
  const peak = ((mass * gravity * Math.PI) / 2) * (0.3 / 0.2 + 1);
  const force = (t: number) => (t > 1 && t % 0.5 < 0.2 && t < 7 ? peak * Math.sin((Math.PI * (t % 0.5)) / 0.2) : 0);
  test('have the stiffness that their times say, and that of the force', () => {
    const { numbers } = answerOf('hop', plate(force, 8));
    expect(numbers.hops).toBe(10);
    expect(numbers.contactTime).toBeCloseTo(0.2, 2);
    expect(numbers.flightTime).toBeCloseTo(0.3, 2);
    expect(numbers.mass).toBeCloseTo(mass, 0);
    expect(numbers.frequency).toBeCloseTo(2, 2);
    expect((numbers.stiffness ?? 0) / 25.1834).toBeCloseTo(1, 1);
    expect((numbers.stiffnessForce ?? 0) / (numbers.stiffness ?? 1)).toBeCloseTo(1, 1);
    expect(numbers.rsiBest5).toBeGreaterThanOrEqual(numbers.rsi ?? 9);
  });
  test('too few of them are refused', () => {
    expect(
      outcomeOf(
        'hop',
        plate((t) => (t < 3 ? force(t) : 0)),
      ),
    ).toMatchObject({ refused: 'tooFewContacts' });
  });
});

describe('Jumps on one leg', () => {
  const jump = (speed: number, at: number) => {
    const push = (0.3 * 0.5) / 1.2 + speed / gravity / 1.2;
    const air = at + 0.3 + push;
    return {
      at,
      air,
      land: air + flightOf(speed),
      levels: [
        [at, 1],
        [at + 0.3, 0.5],
        [air, 2.2],
        [air + flightOf(speed), 0],
        [air + flightOf(speed) + 0.2, 2],
      ] as const,
    };
  };
  const [left, right] = [jump(1.6, 2), jump(1.8, 8)];
  const of = (one: typeof left) => (t: number) =>
    t < one.at - 2 || t > one.land + 3 ? 0 : steps(...one.levels, [99, 1])(t);
  test('the best of each leg, and their asymmetry', () => {
    const both = makeRecording(14, 500, {
      fzg: ['N', (t) => (t < 6 ? of(left)(t) : 0)],
      fzd: ['N', (t) => (t < 6 ? 0 : of(right)(t))],
    });
    const { numbers } = answerOf('cmjUnipodal', both);
    expect([numbers.jumpsLeft, numbers.jumpsRight]).toEqual([1, 1]);
    expect(numbers.heightFlightLeft).toBeCloseTo(1.6 ** 2 / (2 * gravity), 2);
    expect(numbers.heightFlightRight).toBeCloseTo(1.8 ** 2 / (2 * gravity), 2);
    expect(numbers.asymmetry).toBeGreaterThan(0);
  });
});

describe('An isometric pull', () => {
  // 800 N at rest, then 3000 N/s for 0.5 s, held for 2 s.
  const force = (t: number) =>
    800 + 0.3 * Math.sin(90 * t) + 3000 * Math.min(0.5, Math.max(0, t - 3)) - (t > 6 ? 1500 : 0);
  test('has its peak, its rates and its onset', () => {
    const { numbers, events } = answerOf('isometric', plate(force, 8));
    expect(events.find(({ name }) => name === 'onset')?.at).toBeCloseTo(3, 2);
    expect(numbers.peakForce).toBeCloseTo(2300, -1);
    expect(numbers.peakForceNet).toBeCloseTo(1500, -1);
    expect((numbers.rfd200 ?? 0) / 3000).toBeCloseTo(1, 1);
    expect((numbers.rfdMax ?? 0) / 3000).toBeCloseTo(1, 1);
    expect(numbers.force100).toBeCloseTo(1100, -1.5);
  });
  test('a countermovement before it is refused, a flat force, too', () => {
    const dipped = (t: number) => force(t) - (t > 2.8 && t < 3 ? 200 : 0);
    expect(outcomeOf('isometric', plate(dipped, 8))).toMatchObject({ refused: 'counterMovement' });
    expect(
      outcomeOf(
        'isometric',
        plate(() => 800, 8),
      ),
    ).toHaveProperty('refused');
  });
});

describe('Balance', () => {
  test('a circle of 10 mm in 2 s has its path, its speed and its ellipse', () => {
    const turn = (shift: number) => (t: number) => 0.01 * Math.sin(Math.PI * t + shift);
    const { numbers } = answerOf(
      'sway',
      makeRecording(60, 100, { copx: ['m', turn(0)], copy: ['m', turn(Math.PI / 2)] }),
    );
    expect((numbers.velocity ?? 0) / (10 * Math.PI)).toBeCloseTo(1, 2);
    expect(numbers.meanDistance).toBeCloseTo(10, 1);
    expect(numbers.rangeX).toBeCloseTo(20, 1);
    expect((numbers.areaChi ?? 0) / (Math.PI * 5.991 * 50)).toBeCloseTo(1, 2);
  });
});

describe('Nordic', () => {
  const rep = (t: number) => (t > 2 && t < 4 ? 1 : t > 8 && t < 9 ? 0.8 : 0);
  test('counts repetitions, and mirrors its sides', () => {
    const of = (left: number, right: number) =>
      answerOf(
        'nordic',
        makeRecording(12, 100, { fg: ['N', (t) => 20 + left * rep(t)], fd: ['N', (t) => 20 + right * rep(t)] }),
      ).numbers;
    const [one, other] = [of(300, 330), of(330, 300)];
    expect(one.repetitions).toBe(2);
    expect(one.peakLeft).toBeCloseTo(300, 6);
    expect(one.bestRight).toBeCloseTo(330 * 0.9, 6);
    expect(one.imbalance).toBeCloseTo(-(other.imbalance ?? 0), 9);
  });
});
