import { expectedSamples, type Samples, sourceSamples } from '@sillage/app-simulator';
import type { Recording, RecordingModule } from '@sillage/formats';

/** What a device says of a record that it has ended. */
export interface StoredOnDevice {
  readonly startUs: number;
  readonly stopUs: number;
  /** Per module: how many blocks the device kept. */
  readonly blocks: Readonly<Record<string, number>>;
}

/**
 * What a decoded record has otherwise than its device: every sample of each module between the record's start and its
 * stop must be there once, its value equal after the declared scaling (as float32 where the module is stored so), its
 * time equal to the µs. Empty = equal.
 */
export function differencesFromSource(decoded: Recording, recordingId: string, stored: StoredOnDevice): string[] {
  const measured = Object.keys(stored.blocks).filter((module) => (stored.blocks[module] ?? 0) > 0);
  const names = decoded.modules.map(({ name }) => name);
  const stopUs = stored.stopUs - stored.startUs;
  return [
    ...decoded.findings.map((finding) => `finding: ${JSON.stringify(finding)}`),
    ...measured.filter((module) => !names.includes(module)).map((module) => `${module}: missing`),
    ...names.filter((module) => !measured.includes(module)).map((module) => `${module}: made up`),
    ...decoded.modules.flatMap((module) => {
      const place = { recording: recordingId, module: module.name };
      const { wrongTimes, wrongValues, outside } = differences(place, module, stopUs);
      return [
        ...(wrongTimes > 0 ? [`${wrongTimes} wrong times`] : []),
        ...(wrongValues > 0 ? [`${wrongValues} wrong values`] : []),
        ...outside,
      ].map((difference) => `${recordingId}/${module.name}: ${difference}`);
    }),
  ];
}

interface Place {
  readonly recording: string;
  readonly module: string;
}

interface Differences {
  readonly wrongTimes: number;
  readonly wrongValues: number;
  /** Samples that the record should have before its first or after its last, or should not have. */
  readonly outside: readonly string[];
}

/** The fewest differences over all places of the source where the module's first samples stand. */
function differences(place: Place, module: RecordingModule, stopUs: number): Differences {
  let best: Differences | undefined;
  for (const first of firstIndexesInSource(place, module)) {
    const found = compareFrom(place, module, first, stopUs);
    if (sizeOf(found) === 0) return found;
    if (best === undefined || sizeOf(found) < sizeOf(best)) best = found;
  }
  return best ?? { wrongTimes: 0, wrongValues: 0, outside: ["the record's first samples are not in the source"] };
}

function sizeOf({ wrongTimes, wrongValues, outside }: Differences): number {
  return wrongTimes + wrongValues + outside.length;
}

function compareFrom(place: Place, module: RecordingModule, first: number, stopUs: number): Differences {
  const count = module.timesSeconds.length;
  const round = sourceSamples(place).timesUs.length;
  // One sample before and one after tell whether the record begins and ends where it should.
  const expected = expectedSamples({ ...place, firstSampleIndex: first - 1 + round, count: count + 2 });
  const toRecordUs = Math.round((module.timesSeconds[0] ?? 0) * 1e6) - (expected.timesUs[1] ?? 0);
  let wrongTimes = 0;
  let wrongValues = 0;
  for (let i = 0; i < count; i++) {
    const timeUs = Math.round((module.timesSeconds[i] ?? Number.NaN) * 1e6) - toRecordUs;
    // Device clocks are whole µs from the record's start: rounding may move a stamp by one.
    if (!(Math.abs(timeUs - (expected.timesUs[i + 1] ?? Number.NaN)) <= 1)) wrongTimes++;
    for (const [c, column] of module.values.entries()) {
      if (!Object.is(column[i], stored(column, expected, c, i + 1))) wrongValues++;
    }
  }
  const beforeUs = (expected.timesUs[0] ?? 0) + toRecordUs;
  const afterUs = (expected.timesUs[count + 1] ?? 0) + toRecordUs;
  const firstUs = (module.timesSeconds[0] ?? 0) * 1e6;
  const lastUs = (module.timesSeconds[count - 1] ?? 0) * 1e6;
  return {
    wrongTimes,
    wrongValues,
    outside: [
      ...(beforeUs > 1 ? [`missing at ${beforeUs} µs, before the first`] : []),
      ...(afterUs < stopUs - 1 ? [`missing at ${afterUs} µs, after the last`] : []),
      ...(firstUs < -1 ? [`${firstUs} µs, before the start`] : []),
      ...(lastUs > stopUs + 1 ? [`${lastUs} µs, after the stop`] : []),
    ],
  };
}

function stored(column: Float32Array | Float64Array, expected: Samples, c: number, i: number): number {
  const value = expected.values[c]?.[i] ?? Number.NaN;
  return column instanceof Float32Array ? Math.fround(value) : value;
}

/** The places in the source where the module's first samples stand; several when the source repeats itself. */
function* firstIndexesInSource(place: Place, module: RecordingModule): Generator<number> {
  const source = sourceSamples(place);
  const n = source.timesUs.length;
  const compared = Math.min(200, module.timesSeconds.length);
  for (let first = 0; first < n; first++) {
    const same = module.values.every((column, c) => {
      for (let i = 0; i < compared; i++) {
        if (!Object.is(column[i], stored(column, source, c, (first + i) % n))) return false;
      }
      return true;
    });
    if (same) yield first;
  }
}
