import { expect, it } from 'vitest';
import { traceCurve } from './trace-curve.ts';

/** What a pen is told: `M` begins a line, `L` goes on. */
function traced(points: readonly (readonly [number, number])[], window = { from: 0, to: 10 }): string {
  const told: string[] = [];
  traceCurve(
    { moveTo: (x, y) => void told.push(`M${x} ${y}`), lineTo: (x, y) => void told.push(`L${x} ${y}`) },
    { timesSeconds: Float64Array.from(points, ([t]) => t), values: Float64Array.from(points, ([, value]) => value) },
    { window, range: [0, 10], left: 100, top: 20, width: 10, height: 100 },
  );
  return told.join(' ');
}

it('a curve runs through its points, the highest value at the top', () => {
  expect(
    traced([
      [0, 0],
      [5, 10],
      [10, 5],
    ]),
  ).toBe('M100 120 L105 20 L110 70');
});

it('of a column of pixels it shows where it came in, how far it reaches and where it went out', () => {
  expect(
    traced([
      [0, 5],
      [1, 2],
      [1.1, 9],
      [1.2, 1],
      [1.3, 4],
      [2, 4],
    ]),
  ).toBe('M100 70 L101 100 L101 30 L101 110 L101 80 L102 80');
});

it('a gap stays empty, however short; what lies outside of the window is not drawn, but for the next point on either side', () => {
  expect(
    traced([
      [0, 1],
      [1, Number.NaN],
      [2, 1],
      [2.1, Number.NaN],
      [2.2, 3],
    ]),
  ).toBe('M100 110 M102 110 M102 90');
  const far = [-9, -2, 3, 12, 20].map((t) => [t, 0] as const);
  expect(traced(far)).toBe('M98 120 L103 120 L112 120');
  expect(traced([])).toBe('');
});
