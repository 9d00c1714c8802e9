import { encodeBlock, type ModuleMeta } from '@sillage/device-protocol';
import { expect, test } from 'vitest';
import { LiveSamples } from './live-samples.ts';
import { readBlock } from './read-block.ts';

const column = { name: 'force', unit: 'N', type: 'float32', scale: 1, offset: 0, precision: 2 } as const;
const module: ModuleMeta = {
  ...{ id: 1, type: 'plate', rateHz: 10, timing: 'regular', realtimeRateHz: 10 },
  columns: [{ ...column, description: { fr: '', en: '' } }],
};
const startUs = 1_000_000;

/** The block of second `sequence` of record 7. */
function block(sequence: number, name: string, rateHz: number) {
  const about = { ...module, rateHz };
  const header = { moduleId: 1, sampleCount: rateHz, recordId: 7, sequence, firstSampleUs: startUs + sequence * 1e6 };
  const values = Float32Array.from({ length: rateHz }, (_, i) => sequence * rateHz + i);
  return { header, name, module: about, bytes: encodeBlock(header, about, { columns: [values] }) };
}

function take(samples: LiveSamples, sequence: number, name = 'plate', rateHz = 10): void {
  const one = block(sequence, name, rateHz);
  const read = readBlock(one);
  if (read === undefined) throw new Error('a block of the test cannot be read');
  samples.take(one, read, startUs);
}

test('a stretch of a running record is there once all of its blocks are; one that lacks a block waits for the whole record', () => {
  const samples = new LiveSamples();
  for (const sequence of [0, 1, 3, 4]) take(samples, sequence);
  expect(samples.of(7, 0, 1.9)).toMatchObject([{ name: 'plate.force', unit: 'N' }]);
  expect(samples.of(7, 0, 1.9)?.[0]?.values).toHaveLength(20);
  expect(samples.of(7, 3, 4.5)?.[0]?.values).toHaveLength(16);
  expect(samples.of(7, 0.5, 4)).toBeUndefined();
  expect(samples.of(7, 3, 9)).toBeUndefined();
  expect(samples.of(8, 0, 1)).toBeUndefined();
  take(samples, 2);
  expect(samples.of(7, 0.5, 4)?.[0]?.values).toHaveLength(36);
});

test('of a long record the last 90 s are there, whole across all that it is kept in', () => {
  const samples = new LiveSamples();
  for (let sequence = 0; sequence < 300; sequence++) take(samples, sequence);
  expect(samples.of(7, 0, 10)).toBeUndefined();
  const [force] = samples.of(7, 210, 299.9) ?? [];
  expect(force?.values).toEqual(Float64Array.from({ length: 900 }, (_, i) => 2100 + i));
  expect(force?.timesSeconds.at(-1)).toBeCloseTo(299.9, 6);
});

test('where the room is full, what is the oldest of all modules goes first, and no more than that', () => {
  const samples = new LiveSamples();
  for (let sequence = 0; sequence < 70; sequence++) {
    take(samples, sequence, 'fast', 10_000);
    take(samples, sequence, 'faster', 10_000);
    take(samples, sequence, 'slow', 250);
  }
  expect(samples.of(7, 0, 10)).toBeUndefined();
  expect(samples.of(7, 30, 69.9)?.map(({ name, values }) => [name, values.length])).toEqual([
    ['fast.force', 399_001],
    ['faster.force', 399_001],
    ['slow.force', 9_976],
  ]);
});
