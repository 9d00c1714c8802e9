import { limits } from '@sillage/contract';
import type { SignalStore } from '../store/index.ts';

/** What a row holds of a value: the traces of lists are kept as float32. */
const largest = 3.4028234663852886e38;

/** 96 values spread evenly over the record: the extremes of 48 stretches in the order they came, NaN where there is none. */
export async function makePreview(
  store: SignalStore,
  folder: string,
  variable: string,
  durationSeconds: number,
): Promise<number[]> {
  const stretches = limits.previewPoints / 2;
  const [curve] = await store.curves(folder, [variable], 0, durationSeconds, stretches);
  const preview = new Array<number>(limits.previewPoints).fill(Number.NaN);
  if (!curve || durationSeconds <= 0) return preview;
  const extremes = Array.from({ length: stretches }, () => ({ min: Number.NaN, minAt: 0, max: Number.NaN, maxAt: 0 }));
  for (let i = 0; i < curve.values.length; i++) {
    const value = curve.values[i] ?? Number.NaN;
    const at = curve.timesSeconds[i] ?? 0;
    const stretch = extremes[Math.min(stretches - 1, Math.max(0, Math.floor((at / durationSeconds) * stretches)))];
    if (!stretch || Number.isNaN(value)) continue;
    if (!(value >= stretch.min)) Object.assign(stretch, { min: value, minAt: at });
    if (!(value <= stretch.max)) Object.assign(stretch, { max: value, maxAt: at });
  }
  extremes.forEach(({ min, minAt, max, maxAt }, i) => {
    preview[2 * i] = inSinglePrecision(minAt <= maxAt ? min : max);
    preview[2 * i + 1] = inSinglePrecision(minAt <= maxAt ? max : min);
  });
  return preview;
}

function inSinglePrecision(value: number): number {
  return Math.fround(Math.min(largest, Math.max(-largest, value)));
}
