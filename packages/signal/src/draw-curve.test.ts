import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CurvePen,
  fileExtremes,
  foldExtremes,
  PagedColumn,
  PixelEdges,
  type PyramidMemory,
  pageBytes,
  type SampleArray,
  type SampleTimes,
  SignalMemory,
  SteadyTimes,
} from './index.ts';

/** The same times, told by a clock or read one by one. */
function times(samples: number, isSteady: boolean): SampleTimes {
  const steady = new SteadyTimes({ base: 0, first: 0, step: 1, scale: 100 }, samples);
  if (isSteady) return steady;
  return {
    samples,
    clock: undefined,
    at: (sample) => steady.at(sample),
    firstFrom: (t, low, after) => steady.firstFrom(t, low, after),
    fill: (numbers, at, count, into) => steady.fill(numbers, at, count, into),
  };
}

const kind = (numbers: Float64Array, values: SampleArray) =>
  values instanceof Float32Array ? Float32Array.from(numbers) : numbers;

/** Room for the finest buckets of every signal below, and for coarse ones only. */
const memories = { large: new SignalMemory(1 << 20, 1 << 20), small: new SignalMemory(1 << 20, 4096) };
type Room = keyof typeof memories;

function pyramidOf(memory: PyramidMemory, values: SampleArray) {
  const { min, max, offsets } = foldExtremes(values);
  const pyramid = memory.raise(fileExtremes(kind(min, values), kind(max, values), offsets), values.length);
  if (!pyramid) throw new Error('no room for a pyramid');
  return pyramid;
}

/** Draws as a store does: tries, gives the pages that were missing, tries again. */
function draw(
  memory: SignalMemory,
  values: SampleArray,
  [from, to, count]: readonly [number, number, number],
  stretch: number,
  isSteady = true,
) {
  const column = new PagedColumn(memory.pages, values.length, values instanceof Float64Array ? 8 : 4);
  const pyramid = pyramidOf(memory.pyramids, values);
  const pen = new CurvePen(memory, column, pyramid);
  const edges = new PixelEdges(times(values.length, isSteady), from, to, count);
  edges.find(0, count);
  const points: { sample: number; time: number; value: number }[] = [];
  for (let start = 0; start < count; start += stretch) {
    const end = Math.min(start + stretch, count);
    pen.draw(edges, start, end);
    while (column.missing.length > 0) {
      for (const page of column.takeMissing()) {
        const samples = values.subarray(page * column.samplesPerPage, (page + 1) * column.samplesPerPage);
        column.give(page, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
      }
      pen.draw(edges, start, end);
    }
    const { timesSeconds, values: drawn } = memory.desk.take();
    timesSeconds.forEach((time, i) => {
      points.push({ sample: memory.desk.samples[i]!, time, value: drawn[i]! });
    });
  }
  column.release();
  memory.pyramids.release(pyramid);
  expect(points.map(({ time }) => time)).toEqual(points.map(({ sample }) => edges.times.at(sample)));
  return {
    edges: edges.samples,
    samples: points.map(({ sample }) => sample),
    values: points.map(({ value }) => value),
  };
}

const finite = (values: Iterable<number>) => [...values].filter((value) => !Number.isNaN(value));

function expectM4(values: SampleArray, drawn: ReturnType<typeof draw>): void {
  let at = 0;
  for (let column = 0; column + 1 < drawn.edges.length; column++) {
    const [start, end] = [drawn.edges[column]!, drawn.edges[column + 1]!];
    const expected = finite(values.subarray(start, end));
    const points: number[] = [];
    for (; at < drawn.samples.length && drawn.samples[at]! < end; at++) {
      const sample = drawn.samples[at]!;
      expect(drawn.values[at]).toBe(values[sample]);
      if (at > 0) expect(sample).toBeGreaterThan(drawn.samples[at - 1]!);
      if (!Number.isNaN(drawn.values[at]!)) points.push(drawn.values[at]!);
    }
    expect(points.length).toBeLessThanOrEqual(4);
    expect([points[0], points.at(-1)]).toEqual([expected[0], expected.at(-1)]);
    if (expected.length > 0) {
      expect(points.reduce((a, b) => Math.min(a, b))).toBe(expected.reduce((a, b) => Math.min(a, b)));
      expect(points.reduce((a, b) => Math.max(a, b))).toBe(expected.reduce((a, b) => Math.max(a, b)));
    }
  }
  expect(at).toBe(drawn.samples.length);
}

/** Signals with plateaus, ties, peaks and gaps of every length; built from few numbers so that long ones are cheap. */
const signal = fc
  .record({
    wide: fc.boolean(),
    runs: fc.array(
      fc.record({
        length: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3000 })),
        level: fc.constantFrom(0, -0, 1, -3, 1e30, Number.NaN),
        noise: fc.constantFrom(0, 0, 1, 7),
      }),
      { maxLength: 12 },
    ),
    /** One sample each, so that buckets cut by a pixel edge hold extremes too. */
    peaks: fc.array(fc.record({ at: fc.nat(20_000), height: fc.constantFrom(-50, 50, 60) }), { maxLength: 40 }),
  })
  .map(({ wide, runs, peaks }) => {
    const numbers = runs.flatMap(({ length, level, noise }) =>
      Array.from({ length }, (_, i) => level + noise * (((i * 7919) % 101) / 101)),
    );
    for (const { at, height } of peaks) if (at < numbers.length) numbers[at] = height;
    return wide ? Float64Array.from(numbers) : Float32Array.from(numbers);
  });

test('every pixel column of any window keeps its first, last and extreme samples', () => {
  fc.assert(
    fc.property(
      signal,
      fc.double({ min: -0.2, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1.2, noNaN: true }),
      fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 40 })),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom<Room>('large', 'small'),
      fc.boolean(),
      (values, start, width, count, stretch, room, isSteady) => {
        const length = values.length / 100;
        const window = [start * length, (start + width) * length, count] as const;
        expectM4(values, draw(memories[room], values, window, stretch, isSteady));
      },
    ),
    { numRuns: 300 },
  );
});

test('a line breaks between pixel columns exactly where a sample has no value', () => {
  fc.assert(
    fc.property(signal, fc.integer({ min: 1, max: 60 }), (values, count) => {
      const drawn = draw(memories.large, values, [0, values.length / 100, count], count);
      const columnOf = (sample: number) => drawn.edges.findLastIndex((edge) => edge <= sample);
      for (let i = 1; i < drawn.samples.length; i++) {
        const [before, after] = [drawn.samples[i - 1]!, drawn.samples[i]!];
        if (Number.isNaN(drawn.values[i - 1]!) || columnOf(before) === columnOf(after)) continue;
        const between = values.subarray(before + 1, after + 1).some((value) => Number.isNaN(value));
        expect(between).toBe(Number.isNaN(drawn.values[i]!));
      }
    }),
    { numRuns: 300 },
  );
});

test('a long signal keeps its extremes on every level', () => {
  const values = Float32Array.from({ length: 1_500_000 }, (_, i) => Math.sin(i / 9e4) + ((i * 7919) % 1013) / 1e4);
  for (const window of [[0, 15_000, 3], [17.01, 14_980.47, 1], [0.64, 14_990, 7]] as const) // biome-ignore format: one a line
    expectM4(values, draw(new SignalMemory(1 << 24, 1 << 20), values, window, 7));
});

test('pyramids make room for one another and never share it', () => {
  const memory = new SignalMemory(0, 64 << 10).pyramids;
  const values = Float32Array.from({ length: 60_000 }, (_, i) => i % 777);
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (choices) => {
      const held: ReturnType<typeof pyramidOf>[] = [];
      for (const choice of choices) {
        const { min, max, offsets } = foldExtremes(values.subarray(0, 3000 * (1 + choice)));
        const raised = memory.raise(fileExtremes(kind(min, values), kind(max, values), offsets), values.length);
        if (raised && choice % 3 > 0) held.push(raised);
        else if (raised) memory.release(raised);
        else memory.release(held.splice(choice % held.length, 1)[0]!);
      }
      const addresses = held.map(({ address }) => address);
      expect(new Set(addresses).size).toBe(addresses.length);
      for (const pyramid of held)
        expect(
          memory.buckets(pyramid).pairs.every((_, pair, pairs) => pair % 2 || pairs[pair]! <= -pairs[pair + 1]!),
        ).toBe(true);
      for (const pyramid of held) memory.release(pyramid);
      const all = memory.raise(fileExtremes(new Float32Array(200), new Float32Array(200), new Uint8Array(400)), 12_800);
      expect(all).toBeDefined();
      memory.release(all!);
    }),
    { numRuns: 50 },
  );
});

test('an arena smaller than a signal still draws it', () => {
  const memory = new SignalMemory(16 * pageBytes, 1 << 20);
  const values = Float32Array.from({ length: 200_000 }, (_, i) => Math.sin(i * i));
  expect(memory.pages.capacityPages).toBeLessThan((values.length * 4) / pageBytes);
  expectM4(values, draw(memory, values, [0, 2000, 300], 1));
});
