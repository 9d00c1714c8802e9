import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Curve } from './curve.ts';
import {
  colourRange,
  mapOfPlace,
  placeOnMap,
  placeTrack,
  scaleBarMetres,
  trackColour,
  trackOf,
  valueBetween,
} from './track.ts';

const curve = (points: readonly (readonly [number, number])[]): Curve => ({
  variable: 'gps.x',
  timesSeconds: Float64Array.from(points, ([time]) => time),
  values: Float64Array.from(points, ([, value]) => value),
});
const { NaN: gap } = Number;

it('a degree of latitude is 111 km, one of longitude at 60° half of that', () => {
  const north = trackOf(
    curve([
      [0, 45],
      [1, 46],
    ]),
    curve([
      [0, 6],
      [1, 6],
    ]),
  );
  expect([...(north?.ys ?? [])]).toEqual([expect.closeTo(-55_597.5, 0), expect.closeTo(55_597.5, 0)]);
  const east = trackOf(
    curve([
      [0, 60],
      [1, 60],
    ]),
    curve([
      [0, 6],
      [1, 7],
    ]),
  );
  expect((east?.xs[1] ?? 0) - (east?.xs[0] ?? 0)).toBeCloseTo(55_597.5, 0);
});

it('latitude and longitude of other moments meet on the lines between their points', () => {
  const track = trackOf(
    curve([
      [0, 45],
      [2, 46],
    ]),
    curve([
      [0, 6],
      [1, 8],
      [2, 6],
    ]),
  );
  expect([...(track?.timesSeconds ?? [])]).toEqual([0, 1, 2]);
  expect(track?.ys[1]).toBeCloseTo(0, 6);
  expect(
    valueBetween(
      curve([
        [0, 1],
        [1, gap],
        [2, 3],
        [3, 5],
      ]),
      0.5,
    ),
  ).toBeNaN();
  expect(
    valueBetween(
      curve([
        [0, 1],
        [1, gap],
        [2, 3],
        [3, 5],
      ]),
      2.5,
    ),
  ).toBe(4);
  expect(valueBetween(curve([[0, 1]]), -1)).toBeNaN();
});

it('a way across the date line is short', () => {
  const track = trackOf(
    curve([
      [0, 0.1],
      [1, 0.1],
    ]),
    curve([
      [0, 179.9],
      [1, -179.9],
    ]),
  );
  expect((track?.xs[1] ?? 0) - (track?.xs[0] ?? 0)).toBeCloseTo(22_239, 0);
});

it('without a fix there is no position, and of one position no way', () => {
  const track = trackOf(
    curve([
      [0, 0],
      [1, 45],
      [2, 91],
      [3, 45.1],
    ]),
    curve([
      [0, 0],
      [1, 6],
      [2, 6],
      [3, 6],
    ]),
  );
  expect([...(track?.xs ?? [])].map(Number.isFinite)).toEqual([false, true, false, true]);
  expect(
    trackOf(
      curve([
        [0, 0],
        [1, 45],
      ]),
      curve([
        [0, 0],
        [1, 6],
      ]),
    ),
  ).toBeUndefined();
});

it('everything that is to be shown lies in the box, north up', () => {
  const points = fc.array(
    fc.tuple(fc.double({ min: 44, max: 46, noNaN: true }), fc.double({ min: 5, max: 7, noNaN: true })),
    {
      minLength: 2,
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(
      points,
      fc.integer({ min: 100, max: 800 }),
      fc.integer({ min: 100, max: 800 }),
      (all, width, height) => {
        const track = trackOf(
          curve(all.map(([lat], time) => [time, lat])),
          curve(all.map(([, lon], time) => [time, lon])),
        );
        if (track === undefined) throw new Error('no way');
        const place = placeTrack(track, { width, height }, { from: 0, to: all.length });
        for (const [index, x] of track.xs.entries()) {
          const [left, top] = [place.left(x), place.top(track.ys[index] ?? gap)];
          expect(left >= 0 && left <= width && top >= 0 && top <= height).toBe(true);
        }
        expect(place.top(1)).toBeLessThan(place.top(0));
        // A map of tiles that shows the same has the middle of the picture, and metres about it, where they were.
        const onMap = placeOnMap(track, mapOfPlace(track, place, { width, height }), { width, height });
        const [x, y] = middleOf(place, { width, height });
        expect(onMap.left(x)).toBeCloseTo(width / 2, 3);
        expect(onMap.top(y)).toBeCloseTo(height / 2, 3);
        expect(onMap.pixelsPerMetre / place.pixelsPerMetre).toBeCloseTo(1, 2);
      },
    ),
  );
});

/** m; what lies in the middle of the picture. */
function middleOf(place: ReturnType<typeof placeTrack>, box: { width: number; height: number }): [number, number] {
  return [
    (box.width / 2 - place.left(0)) / place.pixelsPerMetre,
    (place.top(0) - box.height / 2) / place.pixelsPerMetre,
  ];
}

it('a map of tiles has a place where other maps have it', () => {
  const points = [45.75, 45.76].map((value, time) => [time, value] as const);
  const track = trackOf(
    curve(points),
    curve([
      [0, 14.35],
      [1, 14.37],
    ]),
  );
  if (track === undefined) throw new Error('no way');
  const place = placeOnMap(track, { latitude: 0, longitude: 0, zoom: 4 }, { width: 0, height: 0 });
  // Tile 2^12 by the formula of slippy maps: x = (lon + 180) / 360, y = (1 − asinh(tan lat) / π) / 2.
  const world = 512 * 2 ** 4;
  const [lat, lon] = [45.76 * (Math.PI / 180), 14.37];
  expect(place.left(track.xs[1] ?? gap)).toBeCloseTo((lon / 360) * world, 6);
  expect(place.top(track.ys[1] ?? gap)).toBeCloseTo((-Math.asinh(Math.tan(lat)) / (2 * Math.PI)) * world, 6);
});

it('colours reach over all but the most extreme values, from one end to the other', () => {
  const values = [...Array.from({ length: 101 }, (_, index) => index), gap, 10_000];
  expect(colourRange(values)).toEqual([2, 99]);
  expect(colourRange([gap])).toBeUndefined();
  expect([0, 0.5, 1].map((share) => trackColour('#000000', '#ff8000', share))).toEqual([
    '#000000',
    '#804000',
    '#ff8000',
  ]);
});

it.each([
  [1, 90, 50],
  [0.03, 90, 2000],
  [8, 90, 10],
])('the bar of a scale is a round length: %d px a metre', (pixelsPerMetre, most, metres) => {
  expect(scaleBarMetres(pixelsPerMetre, most)).toBe(metres);
});
