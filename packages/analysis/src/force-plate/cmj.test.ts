import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysisOf } from '../catalogue.ts';
import { isBadAsk, isRefused, runAnalysis, type Variable } from '../index.ts';

const cmj = analysisOf('cmj');
if (cmj === undefined) throw new Error('no cmj');
const analysis = cmj;

interface Jump {
  readonly rateHz: number;
  readonly mass: number;
  /** m/s at take-off */
  readonly speed: number;
  readonly startSeconds: number;
}
const gravity = 9.81;
const usual: Jump = { rateHz: 1000, mass: 70, speed: 2.4, startSeconds: 0 };

/** Stands for 2 s, lets half of the weight go for 0.3 s, pushes with 2.2 weights, flies, lands, stands. */
function forceOf({ rateHz, mass, speed }: Jump): Float64Array {
  const weight = mass * gravity;
  const push = (0.3 * 0.5) / 1.2 + speed / gravity / 1.2;
  const ends = [2, 2.3, 2.3 + push, 2.3 + push + (2 * speed) / gravity, 2.5 + push + (2 * speed) / gravity];
  const levels = [1, 0.5, 2.2, 0, 3, 1];
  return Float64Array.from({ length: 5 * rateHz }, (_, i) => {
    const t = (i + 0.5) / rateHz;
    const part = ends.findIndex((end) => t < end);
    return weight * (levels[part < 0 ? 5 : part] ?? 1);
  });
}

const variable = (name: string, values: Float64Array, { rateHz, startSeconds }: Jump): Variable => ({
  ...{ name, unit: 'N', values },
  timesSeconds: values.map((_, i) => startSeconds + i / rateHz),
});

function valuesOf(variables: readonly Variable[], parameters = {}) {
  const found = runAnalysis(analysis, variables, { parameters });
  if (isRefused(found) || isBadAsk(found)) throw new Error(JSON.stringify(found));
  return Object.fromEntries(Object.entries(found.values).map(([id, { value }]) => [id, value ?? Number.NaN]));
}
const jump = fc.record({
  rateHz: fc.integer({ min: 200, max: 2000 }),
  mass: fc.double({ min: 40, max: 130, noNaN: true }),
  speed: fc.double({ min: 1.8, max: 3.2, noNaN: true }),
  startSeconds: fc.double({ min: 0, max: 1000, noNaN: true }),
});

describe('A countermovement jump', () => {
  it('is as high as physics says, whenever it was and however fast it was sampled', () => {
    fc.assert(
      fc.property(jump, (one) => {
        const values = valuesOf([variable('fztot', forceOf(one), one)]);
        // A sample more or less of the push is so much speed.
        const slack = (2 * 1.2 * gravity) / one.rateHz;
        expect(Math.abs((values.velocityTakeOff ?? 0) - one.speed)).toBeLessThan(slack + 0.01);
        expect(Math.abs((values.flightTime ?? 0) - (2 * one.speed) / gravity)).toBeLessThanOrEqual(1.01 / one.rateHz);
        expect(values.mass).toBeCloseTo(one.mass, 6);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps impulse and momentum, and braking takes back what was let go', () => {
    fc.assert(
      fc.property(jump, (one) => {
        const v = valuesOf([variable('fztot', forceOf(one), one)]);
        const mass = v.mass ?? 0;
        // What one sample of the push adds.
        const slack = (mass * 1.2 * gravity) / one.rateHz + 0.01;
        expect(Math.abs((v.brakingImpulse ?? 0) + mass * (v.velocityMin ?? 0))).toBeLessThan(slack);
        expect(Math.abs((v.propulsiveImpulse ?? 0) - mass * (v.velocityTakeOff ?? 0))).toBeLessThan(slack);
        expect(v.heightImpulse).toBeCloseTo((v.velocityTakeOff ?? 0) ** 2 / (2 * gravity), 9);
      }),
      { numRuns: 60 },
    );
  });

  it('scales with the force and the gravity, and mirrors its sides', () => {
    const force = forceOf(usual);
    const [left, right] = [force.map((one) => 0.55 * one), force.map((one) => 0.45 * one)];
    const sides = valuesOf([variable('fzg', left, usual), variable('fzd', right, usual)]);
    const swapped = valuesOf([variable('fzg', right, usual), variable('fzd', left, usual)]);
    expect(sides.heightImpulse).toBeCloseTo(swapped.heightImpulse ?? 0, 9);
    expect(sides.asymmetry).toBeCloseTo(-(swapped.asymmetry ?? 0), 9);
    expect(sides.asymmetry).toBeCloseTo((100 * (0.45 - 0.55)) / 0.55, 6);
    const heavier = valuesOf([
      variable(
        'fztot',
        force.map((one) => one * 1.3),
        usual,
      ),
    ]);
    expect(heavier.heightImpulse).toBeCloseTo(sides.heightImpulse ?? 0, 6);
    expect(heavier.weight).toBeCloseTo(1.3 * (sides.weight ?? 0), 6);
  });

  it('keeps what it found when the plate is left, or what follows is cut off', () => {
    fc.assert(
      fc.property(jump, fc.nat(3000), fc.integer({ min: 300, max: 1200 }), (one, zeros, after) => {
        const force = forceOf(one);
        const usualValues = valuesOf([variable('fztot', force, one)]);
        const left = new Float64Array(force.length + zeros);
        left.set(force);
        const landing = Math.ceil(((usualValues.timeToTakeOff ?? 0) + (usualValues.flightTime ?? 0) + 2) * one.rateHz);
        const cut = force.subarray(0, Math.max(landing + after, force.length - after));
        for (const changed of [left, cut]) {
          const values = valuesOf([variable('fztot', changed, one)]);
          for (const id of ['heightImpulse', 'flightTime', 'mass'] as const) {
            expect(values[id]).toBeCloseTo(usualValues[id] ?? 0, 9);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('with noise finds the same jump, within what the noise can do to its weight and its onset', () => {
    const noises = fc.tuple(fc.double({ min: 0.1, max: 5, noNaN: true }), fc.nat());
    fc.assert(
      fc.property(jump, noises, (one, [newtons, seed]) => {
        const force = forceOf(one);
        let state = seed + 1;
        const uniform = () => {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
          return state / 2 ** 31 - 1;
        };
        const plain = valuesOf([variable('fztot', force, one)]);
        const noisy = valuesOf([
          variable(
            'fztot',
            force.map((value) => value + newtons * uniform()),
            one,
          ),
        ]);
        expect(Math.abs((noisy.mass ?? 0) - (plain.mass ?? 0))).toBeLessThan(newtons / gravity);
        expect(Math.abs((noisy.heightImpulse ?? 0) - (plain.heightImpulse ?? 0))).toBeLessThan(0.03);
        expect(Math.abs((noisy.flightTime ?? 0) - (plain.flightTime ?? 0))).toBeLessThan(0.02);
      }),
      { numRuns: 60 },
    );
  });

  it('without its landing has no flight time, with the reason, and keeps its height by impulse', () => {
    const force = forceOf(usual);
    const cut = runAnalysis(analysis, [variable('fztot', force.subarray(0, 2850), usual)]);
    if (isRefused(cut) || isBadAsk(cut)) throw new Error(JSON.stringify(cut));
    expect(cut.values.flightTime).toMatchObject({ value: null, reason: 'noLandingRecorded' });
    expect(cut.values.heightImpulse?.value).toBeCloseTo(2.4 ** 2 / (2 * gravity), 2);
  });

  it.each([
    ['a force upside down', 'upsideDown', (force: Float64Array) => force.map((one) => -one)],
    ['kilograms instead of newtons', 'plateEmpty', (force: Float64Array) => force.map((one) => one / gravity)],
    ['standing alone', 'noFlight', (force: Float64Array) => force.subarray(0, 1900)],
    [
      'a gap in the push',
      'samplesMissing',
      (force: Float64Array) => force.map((one, i) => (i > 2400 && i < 2420 ? Number.NaN : one)),
    ],
    ['a moment', 'tooShort', (force: Float64Array) => force.subarray(0, 20)],
  ] as const)('%s is refused with its own code', (_, code, damage) => {
    expect(runAnalysis(analysis, [variable('fztot', damage(forceOf(usual)), usual)])).toMatchObject({ refused: code });
  });

  it('whatever the columns hold, nothing is thrown and no number is not finite', () => {
    const wild = fc.oneof(
      fc.double({ min: -5000, max: 5000 }),
      fc.constantFrom(Number.NaN, 0, 1e308, Number.POSITIVE_INFINITY),
    );
    const damage = fc.array(fc.tuple(fc.nat(4999), wild), { maxLength: 40 });
    const whole = forceOf(usual);
    fc.assert(
      fc.property(damage, fc.nat(5000), fc.nat(5000), (spots, a, b) => {
        const force = whole.slice();
        for (const [at, value] of spots) force[at] = value;
        const cut = force.subarray(Math.min(a, b), Math.max(a, b));
        const found = runAnalysis(analysis, [variable('fztot', cut, usual)]);
        if (isRefused(found) || isBadAsk(found)) return;
        for (const { value, reason } of Object.values(found.values)) {
          expect(value === null ? reason : Number.isFinite(value)).toBeTruthy();
        }
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 300 }), (values) => {
        expect(() => runAnalysis(analysis, [variable('fztot', Float64Array.from(values), usual)])).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });
});
