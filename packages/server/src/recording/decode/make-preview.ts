import { limits } from '@sillage/contract';
import { foldTrace } from '@sillage/domain';
import type { CurvePoints, SignalStore } from '../store/index.ts';

/** What a row holds of a value: the traces of lists are kept as float32. */
const largest = 3.4028234663852886e38;

/** The trace of a record in lists: its main variable at 96 places. */
export async function makePreview(
  store: SignalStore,
  folder: string,
  variable: string,
  durationSeconds: number,
): Promise<number[]> {
  const places = limits.previewPoints;
  const [curve] = await store.curves(folder, [variable], 0, durationSeconds, places / 2);
  return foldTrace(curve === undefined ? [] : pointsOf(curve), durationSeconds, places).map(inSinglePrecision);
}

function* pointsOf({ timesSeconds, values }: CurvePoints) {
  for (const [place, value] of values.entries()) yield { at: timesSeconds[place] ?? 0, value };
}

function inSinglePrecision(value: number): number {
  return Math.fround(Math.min(largest, Math.max(-largest, value)));
}
