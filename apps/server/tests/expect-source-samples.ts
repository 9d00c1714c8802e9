import { expectedSamples, sourceSamples } from '@sillage/app-simulator';
import type { Recording, RecordingModule } from '@sillage/formats';
import { expect } from 'vitest';

/** s; two blocks of a fast module, or two samples of one at 1 Hz, may lie between the last sample and the stop. */
const endToleranceSeconds = 2.5;

/**
 * Fails unless every module of a decoded record is an uninterrupted run of the source recording: each value equal after
 * the declared scaling (as float32 where the module is stored so), each time equal, none doubled, none missing.
 */
export function expectSourceSamples(decoded: Recording, recordingId: string, durationSeconds: number): void {
  expect(decoded.findings).toEqual([]);
  for (const module of decoded.modules) expectModule(module, recordingId, durationSeconds);
}

function expectModule(module: RecordingModule, recording: string, durationSeconds: number): void {
  const place = { recording, module: module.name };
  const asStored = module.values.map((column) => (column instanceof Float32Array ? Math.fround : (v: number) => v));
  const first = firstIndexInSource(place, module, asStored);
  const count = module.timesSeconds.length;
  const expected = expectedSamples({ ...place, firstSampleIndex: first, count });
  const startUs = Math.round((module.timesSeconds[0] ?? 0) * 1e6);
  let wrong = 0;
  for (let i = 0; i < count; i++) {
    const timeUs = Math.round((module.timesSeconds[i] ?? Number.NaN) * 1e6) - startUs;
    // Device clocks are whole µs from the record's start: rounding may move a stamp by one.
    if (!(Math.abs(timeUs - (expected.timesUs[i] ?? 0)) <= 1)) wrong++;
    for (const [c, column] of module.values.entries()) {
      const value = asStored[c]?.(expected.values[c]?.[i] ?? Number.NaN);
      if (!Object.is(column[i], value)) wrong++;
    }
  }
  expect({ module: module.name, wrong }).toEqual({ module: module.name, wrong: 0 });
  const lastSeconds = module.timesSeconds[count - 1] ?? 0;
  expect(durationSeconds - lastSeconds).toBeLessThan(endToleranceSeconds);
}

/** The only place in the source where the module's first samples stand. */
function firstIndexInSource(
  place: { recording: string; module: string },
  module: RecordingModule,
  asStored: readonly ((value: number) => number)[],
): number {
  const source = sourceSamples(place);
  const n = source.timesUs.length;
  const compared = Math.min(200, module.timesSeconds.length);
  for (let first = 0; first < n; first++) {
    const same = module.values.every((column, c) => {
      for (let i = 0; i < compared; i++) {
        const value = asStored[c]?.(source.values[c]?.[(first + i) % n] ?? Number.NaN);
        if (!Object.is(column[i], value)) return false;
      }
      return true;
    });
    if (same) return first;
  }
  throw new Error(`${place.recording}/${place.module}: the record's first samples are not in the source`);
}
