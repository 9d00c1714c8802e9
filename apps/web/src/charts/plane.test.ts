import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ellipseOf, marksEvery, pairCurves, planeScale } from './plane.ts';

const floats = (...values: number[]) => Float64Array.from(values);
const curve = (variable: string, times: Float64Array, values: Float64Array) => ({
  variable,
  timesSeconds: times,
  values,
});

it('pairs what was measured at one moment, and nothing across a gap', () => {
  const x = curve('plate.CoPx', floats(0, 1, 2), floats(10, 11, 12));
  const y = curve('plate.CoPy', floats(0.01, 1, 3), floats(20, 21, 23));
  expect([...pairCurves(x, y).ys]).toEqual([20, 21, Number.NaN]);
});

it('pairs clocks of different rates at the times of the slower one, between the samples of the other', () => {
  const slow = curve('gps.speed', floats(0.4, 1.4, 2.4, 6.4), floats(1, 2, 3, 4));
  const fast = curve('crank.power', floats(0, 0.2, 0.5, 1, 1.5, 2, 2.5, 3), floats(0, 2, 5, 10, 15, 20, 25, 30));
  const paired = pairCurves(fast, slow);
  expect([...paired.timesSeconds]).toEqual([0.4, 1.4, 2.4, 6.4]);
  expect([...paired.ys]).toEqual([1, 2, 3, 4]);
  for (const [i, x] of [4, 14, 24].entries()) expect(paired.xs[i]).toBeCloseTo(x, 9);
  expect(paired.xs[3]).toBeNaN();
  expect([...pairCurves(slow, fast).xs]).toEqual([1, 2, 3, 4]);
});

it('the ellipse of points on two axes has their lengths, their angle and the area of both', () => {
  const turns = Array.from({ length: 3600 }, (_, index) => (index * Math.PI) / 1800);
  const angle = 0.5;
  const place = (turn: number) => [3 * Math.cos(turn), Math.sin(turn)] as const;
  const xs = Float64Array.from(
    turns,
    (turn) => 7 + place(turn)[0] * Math.cos(angle) - place(turn)[1] * Math.sin(angle),
  );
  const ys = Float64Array.from(
    turns,
    (turn) => -2 + place(turn)[0] * Math.sin(angle) + place(turn)[1] * Math.cos(angle),
  );
  const ellipse = ellipseOf({ xs, ys });
  expect(ellipse?.centre[0]).toBeCloseTo(7, 3);
  expect(ellipse?.angleRadians).toBeCloseTo(angle, 3);
  expect((ellipse?.major ?? 0) / (ellipse?.minor ?? 1)).toBeCloseTo(3, 3);
  // Variance of a cosine of amplitude 3 is 4.5; the 95 % quantile of χ² with two degrees of freedom is 5.991.
  expect(ellipse?.major).toBeCloseTo(2 * Math.sqrt(5.9915 * 4.5), 1);
  expect(ellipse?.area).toBeCloseTo((Math.PI * (ellipse?.major ?? 0) * (ellipse?.minor ?? 0)) / 4, 9);
  expect(ellipseOf({ xs: floats(1, Number.NaN, 2), ys: floats(1, 2, 3) })).toBeUndefined();
});

it('equal scales: a unit is as long both ways, with the same marks, and every point is inside', () => {
  const number = fc.double({ min: -1000, max: 1000, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { minLength: 1 }), fc.boolean(), (places, equal) => {
      const xs = Float64Array.from(places, ([x]) => x);
      const ys = Float64Array.from(places, ([, y]) => y);
      const box = { width: 420, height: 300 };
      const scale = planeScale([{ timesSeconds: xs, xs, ys }], box, equal);
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(scale.x[0]);
      expect(Math.max(...ys)).toBeLessThanOrEqual(scale.y[1]);
      expect(marksEvery(scale.stepX, scale.x).length).toBeLessThan(12);
      if (!equal) return;
      expect((scale.x[1] - scale.x[0]) / box.width).toBeCloseTo((scale.y[1] - scale.y[0]) / box.height, 9);
      expect(scale.stepX).toBe(scale.stepY);
    }),
  );
});
