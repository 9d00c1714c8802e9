import type { RawColumn, SourceModule } from './source-module.ts';

/**
 * The same recording as a module measures it at another rate: its values between two samples lie on the line between them.
 * A round lasts a whole number of samples, so it is up to half a period longer or shorter than the source's.
 */
export function resample(source: SourceModule, rateHz: number): SourceModule {
  const count = Math.max(2, Math.round((source.loopUs * rateHz) / 1e6));
  const periodUs = 1e6 / rateHz;
  const stretch = source.loopUs / count;
  const startUs = source.timesUs[0] ?? 0;
  const at = placesOf(source, count, (i) => startUs + i * stretch);
  return {
    meta: { ...source.meta, rateHz, realtimeRateHz: Math.min(source.meta.realtimeRateHz, rateHz) },
    timesUs: Float64Array.from({ length: count }, (_, i) => startUs + Math.round(i * periodUs)),
    columns: source.columns.map((column) => between(column, at)),
    loopUs: Math.round(count * periodUs),
    firstIndex: Math.min(count - 1, Math.floor((source.firstIndex * count) / source.timesUs.length)),
  };
}

/** For each new sample the one before it in the source, and how far it lies on the way to the next. */
interface Places {
  readonly before: Int32Array;
  readonly share: Float64Array;
}

function placesOf({ timesUs }: SourceModule, count: number, timeOf: (i: number) => number): Places {
  const before = new Int32Array(count);
  const share = new Float64Array(count);
  let index = 0;
  for (let i = 0; i < count; i++) {
    const timeUs = timeOf(i);
    while (index + 1 < timesUs.length && (timesUs[index + 1] ?? 0) <= timeUs) index++;
    const [from, to] = [timesUs[index] ?? 0, timesUs[index + 1]];
    before[i] = index;
    share[i] = to === undefined ? 0 : (timeUs - from) / (to - from);
  }
  return { before, share };
}

function between(column: RawColumn, { before, share }: Places): RawColumn {
  const isWhole = !(column instanceof Float32Array);
  const value = (_: unknown, i: number): number => {
    const index = before[i] ?? 0;
    const from = column[index] ?? Number.NaN;
    const to = column[index + 1] ?? from;
    const mixed = from + (to - from) * (share[i] ?? 0);
    return isWhole ? Math.round(mixed) : mixed;
  };
  const length = before.length;
  if (column instanceof Int16Array) return Int16Array.from({ length }, value);
  return column instanceof Int32Array ? Int32Array.from({ length }, value) : Float32Array.from({ length }, value);
}
