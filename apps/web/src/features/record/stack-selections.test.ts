import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostLanes, stackSelections } from './stack-selections.ts';

const span = (num: number, t0: number, t1: number) => ({ id: num, num, t0, t1 });
const numbers = (lanes: readonly (readonly { num: number }[])[]) => lanes.map((lane) => lane.map(({ num }) => num));

describe('selections above the graphs', () => {
  it('stand in lanes, the longest on top, the shortest nearest the curves', () => {
    const given = [span(3, 0, 100), span(4, 0, 11), span(5, 30, 52), span(6, 40, 50)];
    expect(numbers(stackSelections(given, undefined).lanes)).toEqual([[3], [5, 4], [6]]);
  });

  it('share a lane when one ends where the next begins', () => {
    expect(numbers(stackSelections([span(1, 0, 5), span(2, 5, 10)], undefined).lanes)).toEqual([[1, 2]]);
  });

  it('stand apart where they are too short to be pressed beside each other', () => {
    const laps = [span(1, 0, 5), span(2, 5, 10), span(3, 30, 31)];
    const atLeast = (least: number) =>
      stackSelections(laps, undefined, ({ t0, t1 }) => ({ from: t0, to: Math.max(t1, t0 + least) }));
    expect(numbers(atLeast(8).lanes)).toEqual([[1, 3], [2]]);
    expect(numbers(atLeast(5).lanes)).toEqual([[1, 2, 3]]);
  });

  it('beyond three lanes are hidden, but never the active one', () => {
    const nested = [1, 2, 3, 4, 5].map((num) => span(num, num, 20 - num));
    expect(stackSelections(nested, undefined)).toMatchObject({ hidden: [{ num: 4 }, { num: 5 }] });
    const { lanes, hidden } = stackSelections(nested, 5);
    expect(numbers(lanes)).toEqual([[1], [2], [5]]);
    expect(hidden.map(({ num }) => num)).toEqual([4, 3]);
  });

  it('never cover each other, and none is lost', () => {
    const spans = fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 30 })), { maxLength: 12 });
    fc.assert(
      fc.property(spans, fc.nat(12), (pairs, active) => {
        const given = pairs.map(([t0, length], num) => span(num, t0, t0 + length));
        const { lanes, hidden } = stackSelections(given, active);
        expect(lanes.length).toBeLessThanOrEqual(mostLanes);
        expect([...lanes.flat(), ...hidden].map(({ num }) => num).toSorted()).toEqual(
          given.map(({ num }) => num).toSorted(),
        );
        expect(hidden.some(({ id }) => id === active)).toBe(false);
        for (const lane of lanes) {
          const sorted = lane.toSorted((a, b) => a.t0 - b.t0);
          for (const [i, one] of sorted.entries()) expect(one.t1).toBeLessThanOrEqual(sorted[i + 1]?.t0 ?? Infinity);
        }
      }),
    );
  });
});
