import { saySpeed } from '@sillage/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { YAxis } from '../../charts/y-axes.ts';
import { readViewAddress, wantsSingleGraph, writeViewAddress } from './view-address.ts';

const names = ['imu.acc_x', 'imu.acc_y', 'csv.Force; N*2, x', 'gps.vitesse %', 'csv.é ü'];
const available = Object.fromEntries(names.map((name) => [name, { unit: '', description: { fr: '', en: '' } }]));
const extent = { from: 0, to: 100 };

const graphs = fc
  .tuple(
    fc.shuffledSubarray(names),
    fc.array(fc.constantFrom<YAxis>('y1', 'y2', 'y3'), { minLength: 5, maxLength: 5 }),
    fc.option(fc.constantFrom([-2.5, 7], [0, 1e-3]), { nil: undefined }),
  )
  .chain(([chosen, axes, fixed]) =>
    fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }).map((breaks) => {
      const layout: { id: number; variables: { name: string; axis: YAxis }[] }[] = [];
      for (const [index, name] of chosen.entries()) {
        if (index === 0 || breaks[index]) layout.push({ id: layout.length + 1, variables: [] });
        layout.at(-1)?.variables.push({ name, axis: axes[index] ?? 'y1' });
      }
      return fixed && layout[0] ? [{ ...layout[0], fixed: { y2: fixed } }, ...layout.slice(1)] : layout;
    }),
  );

it('an address reopens exactly the view that it was written of', () => {
  const seconds = fc.integer({ min: 0, max: 99_000 }).map((ms) => ms / 1000);
  const view = fc.record({
    window: fc.tuple(seconds, fc.integer({ min: 10, max: 1000 })).map(([from, ms]) => ({ from, to: from + ms / 1000 })),
    extent: fc.constant(extent),
    layout: graphs,
    hidden: fc.subarray(names).map((some) => new Set(some)),
    cursor: fc.option(seconds, { nil: undefined }),
    mark: fc.option(seconds, { nil: undefined }),
    selection: fc.option(fc.integer({ min: 1, max: 1e6 }), { nil: undefined }),
    single: fc.boolean(),
    plane: fc.option(fc.constantFrom(...names), { nil: undefined }),
    x: fc.constantFrom('time' as const, 'distance' as const),
  });
  fc.assert(
    fc.property(view, (given) => {
      const search = `?${new URLSearchParams(writeViewAddress(given))}`;
      const read = readViewAddress(search, available, extent);
      expect(read.window?.from).toBeCloseTo(given.window.from, 6);
      expect(read.window?.to).toBeCloseTo(given.window.to, 6);
      expect(read.layout ?? []).toEqual(given.layout);
      expect(read.hidden).toEqual(given.hidden);
      expect([read.cursor, read.mark, read.selection]).toEqual([given.cursor, given.mark, given.selection]);
      expect(read.plane).toBe(given.plane);
      expect(read.x ?? 'time').toBe(given.x);
      expect(wantsSingleGraph(search)).toBe(given.single);
    }),
  );
});

it('an address that does not say how many graphs there are leaves it to the reader', () => {
  expect(wantsSingleGraph('?c=3')).toBeUndefined();
  expect(wantsSingleGraph('?one=x')).toBeUndefined();
});

it('a foreign or damaged address opens the usual view', () => {
  const usual = { hidden: new Set() };
  for (const search of [
    '',
    '?utm=1',
    '?t=9_3&c=abc&a=&s=x',
    '?t=nan_&g=gone.x;;,&h=gone.y',
    `?g=${'imu.acc_x,'.repeat(2000)}`,
    '?g=%E0%A4%A',
  ]) {
    expect(readViewAddress(search, available, extent)).toEqual(usual);
  }
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('t', 'g', 'h', 'c', 'a', 's'), fc.string()), (given) => {
      const { window } = readViewAddress(`?${new URLSearchParams(given)}`, available, extent);
      expect(window === undefined || (window.from >= 0 && window.to <= 100 && window.to > window.from)).toBe(true);
    }),
  );
});

it('a fixed range is that of what was measured, in whatever unit each side reads it', () => {
  const name = 'gps.speed';
  const speed = { [name]: { unit: 'm/s', description: { fr: '', en: '' } } };
  const sayings = (unit: Parameters<typeof saySpeed>[2]) => {
    const say = saySpeed(name, 'm/s', unit);
    return new Map(say === undefined ? [] : [[name, say]]);
  };
  const [kmh, pace] = [sayings('km_h'), sayings('min_500m')];
  expect([kmh.size, pace.size]).toEqual([1, 1]);
  const view = {
    ...{ x: 'time' as const, plane: undefined, window: extent, extent, hidden: new Set<string>() },
    ...{ cursor: undefined, mark: undefined, selection: undefined, single: false },
    layout: [{ id: 1, variables: [{ name, axis: 'y1' as const }], fixed: { y1: [9, 18] as const } }],
  };
  const search = `?${new URLSearchParams(writeViewAddress(view, kmh))}`;
  const rangeFor = (reader: typeof kmh) => readViewAddress(search, speed, extent, reader).layout?.[0]?.fixed?.y1;
  expect(rangeFor(new Map())).toEqual([2.5, 5]);
  expect(rangeFor(kmh)).toEqual([9, 18]);
  expect(rangeFor(pace)).toEqual([100, 200]);
});
