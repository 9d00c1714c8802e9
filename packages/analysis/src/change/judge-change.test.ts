import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeChange } from './judge-change.ts';

const dayOf = (day: string, ...values: number[]) => values.map((value) => ({ day, value }));

describe('A change is judged by the scatter of the own repeats', () => {
  const before = [...dayOf('1', 30, 31, 32), ...dayOf('2', 31, 30, 32)];

  test('two days of three trials: pooled deviation 1, and what means of 3 and 6 must exceed', () => {
    const judged = judgeChange([...before, ...dayOf('3', 32, 33, 34)], 'higher');
    expect(judged.typicalError).toMatchObject({ value: 1, between: 'trials' });
    expect(judged.mdc90).toBeCloseTo(1.645 * Math.sqrt(1 / 3 + 1 / 6), 6);
    expect(judged).toMatchObject({ verdict: 'better', latest: 33, reference: 31, n: 9 });
  });
  test('the same is worse where lower is better, real where neither is, and not told apart when it is small', () => {
    const jumped = [...before, ...dayOf('3', 32, 33, 34)];
    expect(judgeChange(jumped, 'lower').verdict).toBe('worse');
    expect(judgeChange(jumped, undefined).verdict).toBe('real');
    expect(judgeChange([...before, ...dayOf('3', 31, 31, 32)], 'higher').verdict).toBe('same');
  });
  test('a change that methods differ by as well is none, one that is larger is', () => {
    const jumped = [...before, ...dayOf('3', 32, 33, 34)];
    expect(judgeChange(jumped, 'higher', 2.5)).toMatchObject({ verdict: 'methods', methodSpread: 2.5 });
    expect(judgeChange(jumped, 'higher', 1.5)).toMatchObject({ verdict: 'better', methodSpread: 1.5 });
    // What cannot be told apart is said so, whatever the methods.
    expect(judgeChange([...before, ...dayOf('3', 31, 31, 32)], 'higher', 5).verdict).toBe('same');
    expect(judgeChange(dayOf('1', 30), 'higher', 5).verdict).toBe('noneBefore');
  });
  test('the smallest worthwhile change is 0.2 of the deviation of five days', () => {
    const days = [10, 12, 10, 12, 11].flatMap((value, i) => dayOf(String(i), value));
    expect(judgeChange(days, 'higher').swc).toBeCloseTo(0.2 * 1, 9);
    expect(judgeChange(days.slice(1), 'higher').swc).toBeNull();
  });
  test('one trial a day: the difference from day to day ÷ √2', () => {
    const days = [10, 12, 10, 12, 10].flatMap((value, i) => dayOf(String(i), value));
    const { typicalError } = judgeChange(days, 'higher');
    expect(typicalError?.between).toBe('days');
    // Differences +2 −2 +2 −2: deviation √(16/3).
    expect(typicalError?.value).toBeCloseTo(Math.sqrt(16 / 3) / Math.SQRT2, 9);
  });
  test('below five repeats, or without a day before, nothing is said', () => {
    expect(judgeChange([...dayOf('1', 30), ...dayOf('2', 60)], 'higher').verdict).toBe('tooFew');
    expect(judgeChange(dayOf('1', 30, 31, 32, 30, 31, 32), 'higher')).toMatchObject({
      verdict: 'noneBefore',
      reference: null,
    });
    expect(judgeChange([], 'higher')).toMatchObject({ verdict: 'noneBefore', latest: null, n: 0 });
  });
  test('the interval of 10 degrees of freedom is that of the tables, within 3 %', () => {
    // χ² of 10 degrees: 3.940 and 18.307 (NIST tables).
    const day = (name: string) => dayOf(name, -1, 0, 1);
    const { typicalError } = judgeChange([...['1', '2', '3', '4', '5'].flatMap(day)], undefined);
    expect((typicalError?.low ?? 0) / Math.sqrt(10 / 18.307)).toBeCloseTo(1, 1.5);
    expect((typicalError?.high ?? 0) / Math.sqrt(10 / 3.94)).toBeCloseTo(1, 1.5);
  });
});

test('shifting or scaling all trials changes no verdict, and every number is finite', () => {
  const trials = fc.array(
    fc.record({ day: fc.constantFrom('1', '2', '3', '4'), value: fc.integer({ min: 0, max: 99 }) }),
  );
  fc.assert(
    fc.property(trials, fc.integer({ min: -50, max: 50 }), (given, by) => {
      const ordered = given.toSorted((a, b) => a.day.localeCompare(b.day));
      const [one, other] = [0, by].map((shift) =>
        judgeChange(
          ordered.map(({ day, value }) => ({ day, value: (value + shift) * 4 })),
          'higher',
        ),
      );
      // A difference that is as large as the bound may fall on either side of it by rounding.
      const isClose = Math.abs(Math.abs((one?.latest ?? 0) - (one?.reference ?? 0)) - (one?.mdc90 ?? 1)) < 1e-6;
      if (!isClose) expect(other?.verdict).toBe(one?.verdict);
      for (const value of [
        one?.latest,
        one?.reference,
        one?.mdc90,
        one?.typicalError?.value,
        one?.typicalError?.high,
      ]) {
        if (value != null) expect(Number.isFinite(value)).toBe(true);
      }
    }),
  );
});
