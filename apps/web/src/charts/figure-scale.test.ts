import type { Figure } from '@sillage/contract';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { densityPaths, scaleOf, seriesPath } from './figure-scale.ts';

type Series = Figure['series'][number];
const name = { fr: 'n', en: 'n' };
const series = (x: number[], y: (number | null)[], more: Partial<Series> = {}): Series => ({
  ...{ kind: 'line', name, side: null, x, y, high: null, counts: null, shade: null },
  ...more,
});
const figure = (all: Series[], more: Partial<Figure> = {}): Figure => ({
  ...{ id: 'f', name, x: { name, unit: 'm' }, y: { name, unit: 'm' }, is_square: false, is_logarithmic: false },
  series: all,
  ...more,
});

describe('A figure', () => {
  test('draws a length as long on either axis where its scales are equal', () => {
    const scale = scaleOf(figure([series([0, 10, 4], [0, 1, 3])], { is_square: true }));
    expect((scale?.x(7) ?? 0) - (scale?.x(2) ?? 0)).toBeCloseTo((scale?.y(0) ?? 0) - (scale?.y(5) ?? 0), 6);
  });
  test('gives each decade the same room on an axis by decades', () => {
    const scale = scaleOf(figure([series([1, 1000], [1, 2])], { is_logarithmic: true }));
    const at = (value: number) => scale?.x(value) ?? 0;
    expect(at(100) - at(10)).toBeCloseTo(at(10) - at(1), 6);
  });
  test('breaks a curve where a value is missing, and closes a band', () => {
    const thin = series([0, 1, 2, 0, 1], [1, 2, null, 3, 4], { kind: 'strands' });
    const band = series([0, 1], [0, 1], { kind: 'band', high: [2, 3] });
    const scale = scaleOf(figure([thin, band]));
    if (scale === undefined) throw new Error('nothing to draw');
    expect(seriesPath(thin, scale).match(/M/g)).toHaveLength(2);
    expect(seriesPath(band, scale)).toMatch(/^M.*Z$/);
  });
  test('keeps whatever there is within its edges', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(numbers, fc.option(numbers)), { maxLength: 30 }),
        fc.boolean(),
        (points, isSquare) => {
          const one = series(
            points.map(([x]) => x),
            points.map(([, y]) => y),
          );
          const scale = scaleOf(figure([one], { is_square: isSquare }));
          if (scale === undefined) {
            expect(points.every(([, y]) => y === null)).toBe(true);
            return;
          }
          for (const [x, y] of points) {
            if (y === null) continue;
            expect(scale.x(x)).toBeGreaterThanOrEqual(scale.left - 1e-6);
            expect(scale.x(x)).toBeLessThanOrEqual(scale.right + 1e-6);
            expect(scale.y(y)).toBeGreaterThanOrEqual(scale.top - 1e-6);
            expect(scale.y(y)).toBeLessThanOrEqual(scale.bottom + 1e-6);
          }
        },
      ),
    );
  });
});

describe('a density', () => {
  it('has each place that is passed once, the stronger the more curves pass it', () => {
    const grid = { ...figure([series([0, 1], [10, 20], { kind: 'density', counts: [0, 4, 100, 1] })]) };
    const scale = scaleOf(grid);
    const [density] = grid.series;
    if (scale === undefined || density === undefined) throw new Error('nothing to draw');
    const paths = densityPaths(density, scale);
    const places = paths.map((path) => (path.match(/M/g) ?? []).length);
    expect(places).toEqual([1, 1, 0, 0, 0, 0, 0, 1]);
  });
});
