import { limits } from '@sillage/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampWindow,
  panBy,
  pinch,
  spanOf,
  type TimeWindow,
  tileOf,
  windowBetween,
  windowsAround,
  zoomAround,
} from './time-window.ts';

const extent: TimeWindow = { from: 0, to: 1000 };
const inside = fc
  .tuple(fc.double({ min: 0, max: 999, noNaN: true }), fc.double({ min: 0.01, max: 1000, noNaN: true }))
  .map(([from, span]) => clampWindow({ from, to: from + span }, extent));

function expectInside(window: TimeWindow): void {
  expect(window.from).toBeGreaterThanOrEqual(extent.from);
  expect(window.to).toBeLessThanOrEqual(extent.to);
  expect(window.to).toBeGreaterThan(window.from);
}

it('the windows looked at next lie beside this one and around it, none where there is no more', () => {
  expect(windowsAround({ from: 400, to: 500 }, extent)).toEqual([
    { from: 500, to: 600 },
    { from: 300, to: 400 },
    { from: 350, to: 550 },
  ]);
  expect(windowsAround(extent, extent)).toEqual([]);
  expect(windowsAround({ from: 0, to: 100 }, extent)).toHaveLength(2);
});

describe('zoom and pan', () => {
  it('never leave the record and never turn round', () => {
    const factor = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(inside, factor, share, fc.double({ min: -1e5, max: 1e5, noNaN: true }), (window, f, s, move) => {
        expectInside(zoomAround(window, window.from + s * spanOf(window), f, extent));
        expectInside(panBy(window, move, extent));
        expectInside(windowBetween(move, window.from, extent));
      }),
    );
  });

  it('keep the time under the pointer when the ends allow it', () => {
    const zoomed = zoomAround({ from: 400, to: 600 }, 450, 0.5, extent);
    expect(spanOf(zoomed)).toBeCloseTo(100);
    expect((450 - zoomed.from) / spanOf(zoomed)).toBeCloseTo(0.25);
  });

  it('a pan keeps the span', () => {
    fc.assert(
      fc.property(inside, fc.double({ min: -2000, max: 2000, noNaN: true }), (window, move) => {
        expect(spanOf(panBy(window, move, extent))).toBeCloseTo(spanOf(window), 6);
      }),
    );
  });

  it('a pinch keeps the two times under the two fingers', () => {
    const window = pinch({ from: 400, to: 600 }, [0.25, 0.75], [0.1, 0.9], extent);
    expect(window.from + 0.1 * spanOf(window)).toBeCloseTo(450);
    expect(window.from + 0.9 * spanOf(window)).toBeCloseTo(550);
  });
});

describe('tileOf', () => {
  const pixels = fc.integer({ min: 50, max: 4000 });

  it('covers the window with at least one column a pixel and at most about six plots', () => {
    fc.assert(
      fc.property(inside, pixels, (window, width) => {
        const tile = tileOf(window, width, extent);
        expect(tile.from).toBeLessThanOrEqual(window.from);
        expect(tile.to).toBeGreaterThanOrEqual(window.to);
        const columnsInWindow = (tile.maxData / 4) * (spanOf(window) / spanOf(tile));
        expect(columnsInWindow).toBeGreaterThanOrEqual(Math.min(width, columnsInWindow + 1) * 0.99);
        expect(tile.maxData).toBeLessThanOrEqual(4 * 6 * Math.max(128, width + 128));
      }),
    );
  });

  it('asks for a whole record at the columns at which the server has it drawn', () => {
    for (const width of [300, 700, 1000, 1800]) {
      const tile = tileOf(extent, width, extent);
      expect(limits.overviewColumns).toContain(tile.maxData / 4);
      expect(tile).toMatchObject(extent);
    }
    expect(tileOf(extent, 5000, extent).maxData / 4).toBeGreaterThan(5000);
    expect(tileOf({ from: 100, to: 200 }, 1000, extent).maxData / 4).not.toBe(2000);
  });

  it('stays the same through small pans', () => {
    const first = tileOf({ from: 410, to: 470 }, 1000, extent);
    expect(tileOf({ from: 412, to: 472 }, 1000, extent)).toEqual(first);
    expect(tileOf({ from: 412, to: 472 }, 930, extent)).toEqual(first);
  });
});
