import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitParameters } from './index.ts';

const times = Float64Array.from({ length: 60 }, (_, i) => i / 10);

test('finds the parameters that a curve was made of, from a start that is far', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(number(4, 12), number(0.5, 2), number(-0.3, 0.3), (speed, tau, start) => {
      const curve = times.map((t) => speed * (1 - Math.exp(-(t - start) / tau)));
      const fitted = fitParameters([8, 1.1, 0], times.length, ([a = 0, b = 0, c = 0], out) => {
        for (let i = 0; i < out.length; i++) out[i] = a * (1 - Math.exp(-(times[i]! - c) / b)) - curve[i]!;
      });
      [speed, tau, start].forEach((one, i) => {
        expect(fitted?.parameters[i]).toBeCloseTo(one, 5);
      });
    }),
  );
});
test('a line is what least squares by hand are', () => {
  const [x, y] = [
    [1, 2, 3, 4],
    [2, 3, 5, 6],
  ];
  const fitted = fitParameters([0, 0], 4, ([a = 0, b = 0], out) =>
    x.forEach((one, i) => {
      out[i] = a + b * one - y[i]!;
    }),
  );
  expect(fitted?.parameters[0]).toBeCloseTo(0.5, 8);
  expect(fitted?.parameters[1]).toBeCloseTo(1.4, 8);
  expect(fitted?.sumOfSquares).toBeCloseTo(0.2, 8);
});
test('too few points, and a start without a value, have no answer', () => {
  expect(fitParameters([1, 2], 1, (_, out) => out.fill(0))).toBeUndefined();
  expect(fitParameters([1], 3, (_, out) => out.fill(Number.NaN))).toBeUndefined();
});
