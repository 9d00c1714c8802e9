import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdTestSamples } from './hold-test-samples.ts';
import {
  blockSamples,
  checkFormula,
  evaluateFormula,
  expandChannels,
  isFormulaProblem,
  parseFormula,
} from './index.ts';

type Modules = Parameters<typeof holdTestSamples>[0];

/** The samples of a formula, read in pieces of a size. */
function evaluate(text: string, modules: Modules, piece = 1 << 20): number[] {
  const formula = parseFormula(text);
  if (isFormulaProblem(formula)) throw new Error(`${formula.code} in ${text}`);
  const known = Object.entries(modules).flatMap(([clock, { columns }]) =>
    Object.keys(columns).map((name) => [`${clock}.${name}`, { unit: '', clock, rateHz: undefined }] as const),
  );
  const checked = checkFormula(formula, new Map(known));
  if ('code' in checked) throw new Error(`${checked.code} in ${text}`);
  const column = evaluateFormula(checked.root, holdTestSamples(modules));
  const values: number[] = [];
  for (let from = 0; from < column.clock.samples; from += piece) {
    const into = new Float64Array(Math.min(piece, column.clock.samples - from));
    column.read(from, into);
    values.push(...into);
  }
  return values;
}

const steady = (samples: number, rateHz: number, fromSeconds = 0) =>
  Float64Array.from({ length: samples }, (_, i) => fromSeconds + i / rateHz);

/** 600 Hz for 2 s, and another clock of 100 Hz. */
const wave = Float64Array.from(
  { length: 1200 },
  (_, i) => 10 * Math.sin(i * 0.05) + 3 * Math.sin(i * 0.7) + ((i * 7919) % 1013) / 1013,
);
const waves: Modules = {
  a: { times: steady(1200, 600), columns: { x: wave } },
  uneven: { times: steady(1200, 600).map((t, i) => t + 0.0004 * Math.sin(i)), columns: { x: wave } },
  b: {
    times: steady(200, 100, 0.005),
    columns: { y: Float64Array.from({ length: 200 }, (_, m) => Math.cos(m * 0.3)) },
  },
};
const lookedAt = [0, 1, 37, 600, 1150, 1198, 1199];

// scipy 1.17: butter and filtfilt, gradient, cumulative_trapezoid, interp; windows by numpy.
test.each([
  [
    'lowpass(a.x, 50)',
    [
      -0.04385220852126928, 1.0857589789155517, 10.558526701944924, -9.9377560952704, 9.168416913505068,
      -2.3109378607944158, -4.013659152188108,
    ],
  ],
  [
    'lowpass(a.x, 20, 5)',
    [
      -0.049861570182405786, 0.5326022966567739, 10.12045126262464, -9.364259573919803, 8.704950139978795,
      -3.081298162822283, -3.5427723850427055,
    ],
  ],
  [
    'highpass(a.x, 10)',
    [
      -0.603156642016994, 2.2311014223102337, 2.3059685199842037, -3.0593178340976706, 2.880317425323956,
      1.4834796088552267, -0.5882552933088219,
    ],
  ],
  [
    'highpass(a.x, 30, 3)',
    [
      -0.14286707840134505, 2.505478160928674, 1.7973747751196707, -2.55435075002527, 2.489185852585261,
      1.890267582706137, 0.04435979902254772,
    ],
  ],
  [
    'bandpass(a.x, 5, 40)',
    [
      -1.9657192483004422, -1.411836034303437, 4.4782780160429825, -4.553262107609626, 2.6156886378508184,
      -0.33718762987619544, -0.9198842718762015,
    ],
  ],
  [
    'bandpass(a.x, 20, 60, 3)',
    [
      -0.14689184127901786, 0.42754418072584516, 0.41773822241963504, -0.5672937214732992, 0.5127042608743031,
      1.074404477801316, -0.13784519975244441,
    ],
  ],
  [
    'derivative(a.x)',
    [
      1949.8913343893273, 1376.8294886675121, 642.4748833821959, 588.9264339040706, 1211.187122123025,
      -1538.1336156277252, -1622.8379769160488,
    ],
  ],
  [
    'integral(a.x)',
    [
      0, 0.002708182408874066, 0.45951474008079274, 0.7870948038800823, 1.1001988027142424, 1.6724696817472158,
      1.6681216821967646,
    ],
  ],
  [
    'mean(a.x, 0.1)',
    [
      6.919203393488622, 7.052903094285114, 6.8785715784640775, -6.020863018604074, 5.913764659513503,
      5.120995664184591, 4.885399747502879,
    ],
  ],
  [
    'median(a.x, 0.05)',
    [
      4.4870220985616776, 4.4379123637536715, 8.814491466260463, -8.094431911378583, 7.681050288186211,
      2.391666356437695, 1.8233933849735007,
    ],
  ],
  [
    'derivative(uneven.x)',
    [
      1622.269153131216, 1171.786463348421, 592.872235397032, 743.3005260873101, 994.7615334335196, -1727.8410937596514,
      -1629.4361617044644,
    ],
  ],
  [
    'integral(uneven.x)',
    [
      0, 0.00325510806934639, 0.45506393237274273, 0.7842853902857606, 1.100329707913554, 1.6717027935405424,
      1.667372400635364,
    ],
  ],
  [
    'a.x + b.y',
    [Number.NaN, Number.NaN, 11.81020007907741, -11.931454587072466, 11.86379034551976, Number.NaN, Number.NaN],
  ],
])('%s is what scipy and numpy say', (text, expected) => {
  const values = evaluate(text, waves);
  lookedAt.forEach((at, i) => {
    const [value = Number.NaN, wanted = 0] = [values[at], expected[i]];
    if (Number.isNaN(wanted)) expect(value, `${text} at ${at}`).toBeNaN();
    else
      expect(Math.abs(value - wanted), `${text} at ${at}: ${value}, not ${wanted}`).toBeLessThan(
        1e-8 * Math.max(1, Math.abs(wanted)),
      );
  });
});

test('a force of a jump is filtered as its published values say', () => {
  const path = '../../../testkit/fixtures/16_signal_processing/GRFZjump.txt';
  const force = Float64Array.from(
    readFileSync(new URL(path, import.meta.url), 'utf8')
      .trim()
      .split(/\s+/),
    Number,
  );
  const values = evaluate('lowpass(plate.fz, 50)', {
    plate: { times: steady(force.length, 600), columns: { fz: force } },
  });
  const expected = [614.017, 721.66, 1231.611, 88.851, 4.753, 265.244, 321.475];
  [100, 300, 450, 540, 700, 800, 1000].forEach((at, i) => {
    expect(values[at]).toBeCloseTo(expected[i] ?? 0, 2);
  });
});

describe('gaps', () => {
  const missing = (values: Float64Array, from: number, to: number) =>
    values.map((v, i) => (i >= from && i < to ? Number.NaN : v));

  test('short ones are filled for a filter and are gaps again; long ones begin it anew', () => {
    const line = { times: steady(1000, 100), columns: { x: missing(missing(steady(1000, 1), 200, 210), 500, 520) } };
    const values = evaluate('lowpass(m.x, 5)', { m: line });
    expect(values.map((value, i) => (Number.isNaN(value) ? i : -1)).filter((i) => i >= 0)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => 200 + i),
      ...Array.from({ length: 20 }, (_, i) => 500 + i),
    ]);
    // A straight line stays one, but for what the filter takes to settle at the ends of a stretch.
    for (const [i, value] of values.entries()) if (!Number.isNaN(value)) expect(Math.abs(value - i)).toBeLessThan(0.5);
    expect(values[211]).toBeCloseTo(211, 3);
  });

  test('an integral begins again after one, in values and in time', () => {
    const one = {
      times: steady(50, 10).map((t, i) => (i < 30 ? t : t + 60)),
      columns: { x: missing(new Float64Array(50).fill(2), 10, 12) },
    };
    const values = evaluate('integral(m.x)', { m: one });
    expect(values[9]).toBeCloseTo(1.8);
    expect([values[10], values[12], values[30]]).toEqual([Number.NaN, 0, 0]);
    expect(values[29]).toBeCloseTo(3.4);
  });

  test('nothing is read between samples of another clock that lie apart, nor beyond its ends', () => {
    const fast = { times: steady(100, 10), columns: { x: new Float64Array(100) } };
    const slow = { times: Float64Array.of(2, 3, 4, 5, 6, 60), columns: { y: Float64Array.of(2, 3, 4, 5, 6, 60) } };
    const values = evaluate('fast.x + slow.y', { fast, slow });
    expect(values.findIndex((value) => !Number.isNaN(value))).toBe(20);
    expect(values.findLastIndex((value) => !Number.isNaN(value))).toBe(60);
    expect(values[35]).toBeCloseTo(3.5);
  });
});

const along = fc.constantFrom(
  (x: string) => `lowpass(${x}, 12)`,
  (x: string) => `highpass(${x}, 3, 3)`,
  (x: string) => `bandpass(${x}, 5, 20)`,
  (x: string) => `derivative(${x})`,
  (x: string) => `integral(${x})`,
  (x: string) => `mean(${x}, 0.7)`,
  (x: string) => `median(${x}, 0.2)`,
  (x: string) => `abs(${x}) ^ 0.5`,
  (x: string) => `clamp(${x} - m.y, -3, 5)`,
  (x: string) => `max(${x}, m.x, n.z)`,
);
/** Formulas of up to three functions within one another. */
const formulas = fc.array(along, { minLength: 1, maxLength: 3 }).map((all) => all.reduce((x, f) => f(x), 'm.x'));

/** Longer than a block, with gaps and two clocks. */
const long: Modules = (() => {
  const samples = 2 * blockSamples + 123;
  const times = steady(samples, 100).map((t, i) => (i < 9000 ? t : t + 3));
  const of = (seed: number) =>
    Float64Array.from({ length: samples }, (_, i) =>
      i % 4001 < 7 * seed ? Number.NaN : Math.sin(i / 9) * seed + ((i * 7919) % 1013) / 999,
    );
  const z = { times: steady(3000, 15), columns: { z: Float64Array.from({ length: 3000 }, (_, i) => i % 17) } };
  return { m: { times, columns: { x: of(1), y: of(2) } }, n: z };
})();

test('the size of the pieces that are read changes nothing', () => {
  const pieces = fc.constantFrom(977, blockSamples, blockSamples + 1);
  fc.assert(
    fc.property(formulas, pieces, (text, piece) => {
      expect(evaluate(text, long, piece)).toEqual(evaluate(text, long));
    }),
    { numRuns: 25 },
  );
});

test('a formula of a channel is the formula with what the channel says', () => {
  fc.assert(
    fc.property(formulas, along, (inner, outer) => {
      const composed = parseFormula(outer(`(${inner})`));
      const named = parseFormula(outer('computed.inner'));
      if (isFormulaProblem(composed) || isFormulaProblem(named)) throw new Error('no formula');
      const expanded = expandChannels(named, new Map([['computed.inner', { formula: inner, unit: null }]]));
      const known = new Map(
        ['m.x', 'm.y', 'n.z'].map((name) => [name, { unit: '', clock: name[0] ?? '', rateHz: 100 }]),
      );
      if (isFormulaProblem(expanded)) throw new Error(expanded.code);
      expect(checkFormula(expanded, known)).toEqual(checkFormula(composed, known));
    }),
    { numRuns: 200 },
  );
});
