import { expectedSamples, sourceSamples } from '@sillage/app-simulator';
import type { Recording, RecordingModule } from '@sillage/formats';
import { describe, expect, test } from 'vitest';
import { differencesFromSource, type StoredOnDevice } from './compare-with-source.ts';

const place = { recording: 'imu', module: 'imu' };
const firstUs = 3000;

/** A right record of 500 samples from the 100th on, as decoding gives it. */
function rightModule(): RecordingModule & { timesSeconds: Float64Array; values: Float32Array[] } {
  const { names, timesUs, values } = expectedSamples({ ...place, firstSampleIndex: 100, count: 500 });
  return {
    name: place.module,
    type: 'imu',
    rateHz: 100,
    columns: names.map((name) => ({ name, unit: '', description: { fr: '', en: '' }, type: 'f32' as const })),
    timesSeconds: timesUs.map((us) => (us + firstUs) / 1e6),
    values: values.map((column) => Float32Array.from(column)),
  };
}

const right = rightModule();
const lastUs = Math.round((right.timesSeconds[499] ?? 0) * 1e6);
const stored: StoredOnDevice = { startUs: 0, stopUs: lastUs + 1000, blocks: { imu: 10 } };

function compare(change: (module: ReturnType<typeof rightModule>) => RecordingModule | undefined, on = stored) {
  const changed = change(rightModule());
  const decoded: Recording = {
    startUs: 0,
    version: 'v6.0.0',
    deviceType: 'maxi',
    deviceNumber: undefined,
    recordType: 'record',
    modules: changed === undefined ? [] : [changed],
    findings: [],
    passes: [],
    folderName: undefined,
    bytesLost: 0,
  };
  return differencesFromSource(decoded, place.recording, on);
}

/** Rows `from` … `to` − 1 left out. */
function without(module: ReturnType<typeof rightModule>, from: number, to: number): RecordingModule {
  const cut = <A extends Float64Array | Float32Array>(all: A): A => {
    const kept = all.slice();
    kept.copyWithin(from, to);
    return kept.subarray(0, all.length - (to - from)) as A;
  };
  return { ...module, timesSeconds: cut(module.timesSeconds), values: module.values.map(cut) };
}

describe('the comparison with the source', () => {
  test('takes a record that is the source', () => {
    expect(sourceSamples(place).timesUs.length).toBeGreaterThan(600);
    expect(compare((module) => module)).toEqual([]);
  });

  test.each<[string, (module: ReturnType<typeof rightModule>) => RecordingModule | undefined]>([
    ['a block is missing', (module) => without(module, 300, 305)],
    ['one sample is missing', (module) => without(module, 300, 301)],
    ['the first sample is missing', (module) => without(module, 0, 5)],
    ['the last sample is missing', (module) => without(module, 495, 500)],
    ['the module is missing', () => undefined],
    [
      'one value differs by its last bit',
      (module) => {
        const bits = new Uint32Array(module.values[2]?.buffer ?? new ArrayBuffer(0));
        bits[250] = (bits[250] ?? 0) ^ 1;
        return module;
      },
    ],
    [
      'a time is off by 2 µs',
      (module) => {
        module.timesSeconds[250] = (module.timesSeconds[250] ?? 0) + 2e-6;
        return module;
      },
    ],
    [
      'a sample stands twice',
      (module) => {
        module.timesSeconds[300] = module.timesSeconds[299] ?? 0;
        for (const column of module.values) column[300] = column[299] ?? 0;
        return module;
      },
    ],
  ])('tells when %s', (_, change) => {
    expect(compare(change)).not.toEqual([]);
  });

  test('tells when the record went on after the stop', () => {
    expect(compare((module) => module, { ...stored, stopUs: lastUs - 50_000 })).not.toEqual([]);
  });
});
