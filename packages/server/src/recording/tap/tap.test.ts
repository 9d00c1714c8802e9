import type { BlockHeader, ModuleMeta } from '@sillage/device-protocol';
import { expect, it } from 'vitest';
import { createTap, type TappedBlock } from './index.ts';

const module: ModuleMeta = {
  ...{ id: 1, type: 'imu', rateHz: 100, realtimeRateHz: 20, timing: 'regular' },
  columns: [],
};
const header: BlockHeader = { moduleId: 1, sampleCount: 1, recordId: 7, sequence: 0, firstSampleUs: 0 };
const [boat, other] = [10_200_042, 10_200_043];

function opened() {
  const failures: [number, string][] = [];
  const tap = createTap((number, error) => void failures.push([number, String(error)]));
  const pass = (number: number, sequence: number) =>
    tap.pass(number, { ...header, sequence }, 'imu', module, new Uint8Array(1));
  const heard: number[] = [];
  const hear = ({ header: { sequence } }: TappedBlock) => void heard.push(sequence);
  return { tap, pass, heard, hear, failures };
}

it('who listens to a device hears each of its blocks, and none of another', () => {
  const { tap, pass, heard, hear } = opened();
  pass(boat, 0);
  tap.listen(boat, hear);
  pass(boat, 1);
  pass(other, 2);
  pass(boat, 3);
  expect(heard).toEqual([1, 3]);
});

it('a device is heard until the last of its listeners has left, however often one says so', () => {
  const { tap, pass, heard, hear } = opened();
  const stops = [tap.listen(boat, hear), tap.listen(boat, hear)];
  expect([boat, other].map(tap.isHeard)).toEqual([true, false]);
  stops[0]?.();
  stops[0]?.();
  expect(tap.isHeard(boat)).toBe(true);
  pass(boat, 1);
  stops[1]?.();
  expect(tap.isHeard(boat)).toBe(false);
  pass(boat, 2);
  expect(heard).toEqual([1]);
});

it('the first listener of a device is told, so that it is asked to stream at once', () => {
  const { tap, hear } = opened();
  const firsts: number[] = [];
  tap.onFirst((number) => void firsts.push(number));
  const stop = tap.listen(boat, hear);
  tap.listen(boat, hear)();
  stop();
  tap.listen(boat, hear);
  tap.listen(other, hear);
  expect(firsts).toEqual([boat, boat, other]);
});

it('one that stops while it hears takes nothing from the others', () => {
  const { tap, pass, heard, hear } = opened();
  const stop = tap.listen(boat, () => stop());
  tap.listen(boat, hear);
  pass(boat, 1);
  pass(boat, 2);
  expect(heard).toEqual([1, 2]);
});

it('one that fails takes nothing from the others, nor from whoever passes a block; its first error is told', () => {
  const { tap, pass, heard, hear, failures } = opened();
  tap.listen(boat, () => {
    throw new Error('a bug');
  });
  tap.listen(boat, hear);
  for (const sequence of [1, 2, 3]) pass(boat, sequence);
  expect(heard).toEqual([1, 2, 3]);
  expect(failures).toEqual([[boat, 'Error: a bug']]);
});

it('T = 0 of the record under way is known, also to who comes later; that of another is not', () => {
  const { tap } = opened();
  tap.recordStarted(boat, 7, 5_000);
  expect(tap.startOf(boat, 7)).toBe(5_000);
  expect(tap.startOf(boat, 8)).toBeUndefined();
  expect(tap.startOf(other, 7)).toBeUndefined();
});
