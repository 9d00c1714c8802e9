import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analysisOf } from '../catalogue.ts';
import { isBadAsk, isRefused, runAnalysis } from '../index.ts';

const analysis = analysisOf('cyclingPower');

function run(watts: readonly number[], { rateHz = 1, start = 0, parameters = {} } = {}) {
  if (analysis === undefined) throw new Error('no cyclingPower');
  const values = Float64Array.from(watts);
  const timesSeconds = values.map((_, i) => start + i / rateHz);
  return runAnalysis(analysis, [{ name: 'bike.power', unit: 'W', timesSeconds, values }], { parameters });
}
function valuesOf(...given: Parameters<typeof run>) {
  const found = run(...given);
  if (isRefused(found) || isBadAsk(found)) throw new Error(JSON.stringify(found));
  return Object.fromEntries(Object.entries(found.values).map(([id, { value }]) => [id, value]));
}
const watts = fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 30, maxLength: 400 });

it('of a steady hour at threshold is that power, and a load of 100', () => {
  const steady = valuesOf(new Array(3600).fill(250), { parameters: { ftp: '250' } });
  expect(steady).toMatchObject({ mean: 250, max: 250, work: 900, best60min: 250 });
  expect(steady.normalised).toBeCloseTo(250, 9);
  expect(steady.stress).toBeCloseTo(100, 6);
  expect(valuesOf(new Array(3600).fill(250)).stress).toBeNull();
});

it('of a sprint has its best power; what takes 30 s it has not', () => {
  const sprint = valuesOf([200, 600, 900, 800, 700, 650, 600]);
  expect(sprint).toMatchObject({
    max: 900,
    best5s: 730,
    best30s: null,
    normalised: null,
    variability: null,
    stress: null,
  });
  expect(run([200, 600, 900, 800])).toMatchObject({ refused: 'tooShort' });
});

it('is the same whenever it was, and goes with the power', () => {
  fc.assert(
    fc.property(watts, fc.integer({ min: 0, max: 1e6 }), (given, start) => {
      const [here, there, twice] = [given, given, given.map((one) => 2 * one)].map((one, i) =>
        valuesOf(one, { start: i === 1 ? start : 0 }),
      );
      expect(there).toEqual(here);
      for (const id of ['mean', 'max', 'normalised', 'work', 'best5s', 'best30s']) {
        expect(twice?.[id]).toBeCloseTo(2 * (here?.[id] ?? Number.NaN), 6);
      }
      expect(here?.normalised).toBeGreaterThanOrEqual(0);
      expect(here?.best5s).toBeGreaterThanOrEqual((here?.best30s ?? 0) - 1e-9);
    }),
  );
});

it('is that of one value a second, however fast it was sampled', () => {
  fc.assert(
    fc.property(watts, fc.integer({ min: 2, max: 10 }), (given, rateHz) => {
      const fast = given.flatMap((one) => new Array<number>(rateHz).fill(one));
      const [slow, found] = [valuesOf(given), valuesOf(fast, { rateHz })];
      expect(found.mean).toBeCloseTo(slow.mean ?? Number.NaN, 6);
      expect(found.normalised).toBeCloseTo(slow.normalised ?? Number.NaN, 6);
    }),
  );
});

it('fills a short gap, and counts nothing in a long one', () => {
  const gap = (length: number) => [
    ...new Array(50).fill(200),
    ...new Array(length).fill(Number.NaN),
    ...new Array(50).fill(200),
  ];
  expect(valuesOf(gap(3)).mean).toBeCloseTo(200, 9);
  expect(valuesOf(gap(10)).mean).toBeCloseTo((100 * 200) / 110, 9);
});

it('of whatever a column holds throws nothing, and answers no number that is none', () => {
  const wild = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1e308, 1e308));
  fc.assert(
    fc.property(
      fc.array(wild, { maxLength: 200 }),
      fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
      (given, rateHz) => {
        const found = run(given, { rateHz });
        if (isRefused(found) || isBadAsk(found)) return;
        for (const { value, reason } of Object.values(found.values)) {
          expect(value === null ? reason : Number.isFinite(value)).toBeTruthy();
        }
      },
    ),
    { numRuns: 3000 },
  );
});
