import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldMoments, MomentsSum, momentsBucket, rangeMoments, SignalMemory, statisticsOf } from './index.ts';

const values = fc.array(fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constant(Number.NaN)), {
  maxLength: 2000,
});
const fineShift = Math.log2(momentsBucket);

/** Against sums around the offset. */
function expectMomentsOf(total: MomentsSum, samples: Float64Array, offset: number): void {
  const { num, mean, std, min, max } = statisticsOf(total.moments);
  const held = [...samples].filter((value) => !Number.isNaN(value));
  expect(num).toBe(held.length);
  if (num === 0) {
    expect([mean, std, min, max]).toEqual([null, null, null, null]);
    return;
  }
  const trueMean = held.reduce((sum, value) => sum + (value - offset), 0) / num;
  const trueStd = Math.sqrt(held.reduce((sum, value) => sum + (value - offset - trueMean) ** 2, 0) / (num - 1));
  expect([min, max]).toEqual([held.reduce((a, b) => Math.min(a, b)), held.reduce((a, b) => Math.max(a, b))]);
  expect(Math.abs(mean! - offset - trueMean)).toBeLessThanOrEqual(1e-12 * (offset + 1e6) * 2);
  if (num === 1) expect(std).toBeNull();
  else expect(Math.abs(std! - trueStd)).toBeLessThanOrEqual(1e-6 + 1e-9 * trueStd);
}

test('moments of buckets and ragged ends are those of all samples', () => {
  fc.assert(
    fc.property(values, fc.nat(2000), fc.constantFrom(0, 1e9), (numbers, cut, offset) => {
      const all = Float64Array.from(numbers, (value) => value + offset);
      const bucket = Math.min(Math.floor(cut / momentsBucket), Math.floor(all.length / momentsBucket));
      const end = bucket * momentsBucket;
      const total = new MomentsSum();
      total.addBuckets(foldMoments(all.subarray(0, end)), 0, bucket);
      const { count, sum, m2, min, max } = rangeMoments(all, end, all.length);
      total.add(count, sum, m2, min, max);
      expectMomentsOf(total, all, offset);
    }),
  );
});

test('any range of buckets is added from levels, fine or coarse as the memory has room', () => {
  const samples = 700 * momentsBucket + 77;
  const all = Float64Array.from({ length: samples }, (_, i) =>
    i % 91 === 0 || (i > 50_000 && i < 90_000) ? Number.NaN : 1e9 + ((i * 7919) % 10_007) + i / 1000,
  );
  const fine = foldMoments(all);
  for (const capacityBytes of [1 << 20, 40_000, 8000]) {
    const memory = new SignalMemory(0, capacityBytes).pyramids;
    const moments = memory.makeRoomForMoments(700)!;
    expect(moments.shift).toBe(capacityBytes === 1 << 20 ? fineShift : capacityBytes === 40_000 ? 11 : 14);
    // In two parts, as from two row groups.
    const cut = 512;
    const part = (from: number, to: number) => ({
      count: fine.count.subarray(from, to),
      sum: fine.sum.subarray(from, to),
      m2: fine.m2.subarray(from, to),
      min: fine.min.subarray(from, to),
      max: fine.max.subarray(from, to),
    });
    moments.fill(0, part(0, cut), fineShift);
    moments.fill(cut >> (moments.shift - fineShift), part(cut, 701), fineShift);
    moments.raise();
    fc.assert(
      fc.property(fc.nat(moments.buckets), fc.nat(moments.buckets), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const total = new MomentsSum();
        moments.addTo(total, from, to);
        expectMomentsOf(total, all.subarray(from << moments.shift, to << moments.shift), 1e9);
      }),
      { numRuns: 20 },
    );
  }
});

test('a sum keeps what its additions lose', () => {
  const total = new MomentsSum();
  for (const value of [1e16, 1, 1, 1, -1e16]) total.add(1, value, 0, value, value);
  expect(total.moments.sum).toBe(3);
});

test('a memory that is full of moments has room again once some are released', () => {
  const memory = new SignalMemory(0, 1 << 18).pyramids;
  const held = [];
  for (let one = memory.makeRoomForMoments(1000); one; one = memory.makeRoomForMoments(1000)) held.push(one);
  expect(held.length).toBeGreaterThan(3);
  expect(held.length * 36 * 1000).toBeLessThanOrEqual((1 << 18) + (1 << 16));
  memory.release(held[2]!);
  expect(memory.makeRoomForMoments(1000)?.address).toBe(held[2]!.address);
});
