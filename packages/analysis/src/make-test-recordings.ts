import fc from 'fast-check';
import type { Analysis } from './analysis.ts';
import type { Variable } from './run-analysis.ts';

const gravity = 9.81;

/** What a role `k` measures at a moment t, s. */
type Course = (t: number, k: number) => number;

/** Waves as a sensor gives them, or what a broken one does. */
const wave = fc.oneof(
  fc.record({
    level: fc.constantFrom(0, 1, gravity, 700, -3),
    swing: fc.constantFrom(0, 1, 50, 800),
    every: fc.integer({ min: 2, max: 400 }),
  }),
  fc.record({ level: fc.constantFrom(Number.NaN, 0, 1e308, -1e-300), swing: fc.constant(0), every: fc.constant(2) }),
);

/** A jump: stands, lets go or not, pushes, flies, lands. */
const jump = fc
  .record({
    mass: fc.double({ min: 30, max: 150, noNaN: true }),
    speed: fc.double({ min: 1, max: 4, noNaN: true }),
    dip: fc.constantFrom(0, 0.3),
  })
  .map(({ mass, speed, dip }): Course => {
    const weight = mass * gravity;
    const begin = 2 + dip;
    const takeOff = begin + (dip * 0.5 + speed / gravity) / 1.2;
    const landing = takeOff + (2 * speed) / gravity;
    return (t) => {
      if (t >= begin && t < takeOff) return 2.2 * weight;
      if (t >= 2 && t < begin) return 0.5 * weight;
      if (t >= takeOff && t < landing) return 0;
      return t >= landing && t < landing + 0.2 ? 3 * weight : weight + 0.5 * Math.sin(44 * t);
    };
  });

/** Strokes, turns or steps: a push and a return, each role a little later. */
const strokes = fc
  .record({
    every: fc.double({ min: 0.4, max: 3, noNaN: true }),
    swing: fc.constantFrom(3, 30, 300),
    level: fc.constantFrom(0, 4, 250),
  })
  .map(
    ({ every, swing, level }): Course =>
      (t, k) =>
        level + swing * (Math.sin((2 * Math.PI * t) / every + 0.2 * k) + 0.4 * Math.sin((4 * Math.PI * t) / every)),
  );

/** A sensor that lies on each of its faces in turn. */
const faces = fc.double({ min: 1.5, max: 3, noNaN: true }).map(
  (seconds): Course =>
    (t, k) => {
      const face = Math.floor(t / seconds) % 6;
      return (face >> 1 === k % 3 ? gravity * (face % 2 === 0 ? 1 : -1) : 0) + 0.01 * Math.sin(31 * t + k);
    },
);

/** Rows of efforts: the first role rises, the others fall. */
const efforts = fc.record({ step: fc.constantFrom(5, 20, 90), most: fc.constantFrom(0.4, 8, 400) }).map(
  ({ step, most }): Course =>
    (t, k) =>
      k === 0 ? step * t : (most * (1 + k)) / (1 + 0.1 * t),
);

const damage = (mostPlaces: number) =>
  fc.array(
    fc.tuple(
      fc.nat(7),
      fc.nat(1199),
      fc.oneof(
        fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, 0),
        fc.double({ min: -5000, max: 5000 }),
      ),
      fc.integer({ min: 1, max: 200 }),
    ),
    { maxLength: mostPlaces },
  );
const about = {
  startSeconds: fc.constantFrom(0, 1e5),
  /** Of the bounds of parameters that are to be given; null: none is. */
  share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
};
const arbitrary = fc.record({
  ...about,
  samples: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 41, max: 1200 })),
  rateHz: fc.constantFrom(1, 10, 100, 1000),
  waves: fc.array(wave, { minLength: 1, maxLength: 8 }),
  damage: damage(12),
  stopped: fc.boolean(),
});
const course = (of: fc.Arbitrary<Course>, rateHz: number, samples: fc.Arbitrary<number>) =>
  fc.record({
    ...about,
    course: of,
    rateHz: fc.constant(rateHz),
    samples,
    damage: damage(2),
    stopped: fc.constant(false),
  });
/** Of what is measured well a half is left as it is, or has few faults. */
const performed = fc.oneof(
  course(jump, 250, fc.integer({ min: 500, max: 1250 })),
  course(strokes, 100, fc.integer({ min: 600, max: 3000 })),
  course(faces, 50, fc.integer({ min: 500, max: 1000 })),
  course(efforts, 1, fc.integer({ min: 2, max: 20 })),
);

/** Recordings of sensors that work, that are broken, or of nothing. */
export const testRecording = fc.oneof(arbitrary, performed);
export type TestRecording = typeof testRecording extends fc.Arbitrary<infer R> ? R : never;

/** Its variables, called by their roles. */
export function variablesOf({ inputs }: Analysis, given: TestRecording): Variable[] {
  const { samples, rateHz, startSeconds, stopped } = given;
  const roles = Object.entries(inputs);
  // A clock that stands still at its end.
  const timesSeconds = Float64Array.from(
    { length: samples },
    (_, i) => startSeconds + Math.min(i, stopped ? samples - 3 : i) / rateHz,
  );
  return roles.map(([name, { unit }], k) => {
    const values = timesSeconds.map((_, i) => sampleOf(given, i, k));
    for (const [which, at, value, length] of given.damage)
      if (which % roles.length === k) values.fill(value, at, at + length);
    return { name, unit, timesSeconds, values };
  });
}

function sampleOf(given: TestRecording, i: number, k: number): number {
  if ('course' in given) return given.course(i / given.rateHz, k);
  const { level, swing, every } = given.waves[k % given.waves.length] ?? { level: 0, swing: 0, every: 2 };
  return level + swing * Math.sin((2 * Math.PI * i) / every);
}

/** A value for each parameter that has none by itself and that an analysis cannot find: moments are where the movement has them. */
export function parametersOf({ parameters }: Analysis, { share }: TestRecording): Record<string, string> {
  if (share === null) return {};
  const open = Object.entries(parameters).flatMap(([name, rule]) =>
    'choices' in rule || rule.default !== null || rule.unit === 's'
      ? []
      : [[name, String(rule.least + share * (rule.most - rule.least))] as const],
  );
  return Object.fromEntries(open);
}
