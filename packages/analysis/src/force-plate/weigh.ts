import { type StillWindow, stillestWindows } from '@sillage/signal';
import type { Refusal } from '../analysis.ts';
import type { Notice } from '../sentences.ts';
import type { PlateForce } from './whole-force.ts';

export interface Weighing {
  /** Samples [from, to). */
  readonly from: number;
  readonly to: number;
  /** N */
  readonly weight: number;
  /** N, n − 1 */
  readonly deviation: number;
  readonly warnings: readonly Notice[];
}

/** N and share of the weight: below either the plate was empty. */
const [leastWeight, leastShare] = [200, 0.025];
const weighingSeconds = 1;
/** Of the weight; beyond it the weighing moved (sheet 1.1). */
const mostDeviation = 0.01;

interface Asked {
  readonly weighFrom: number | null;
  readonly weighTo: number | null;
}

/**
 * Weighs by the stillest second before a take-off (McMahon 2018), or by the window that is asked for.
 * @param before sample that the weighing lies before
 */
export function weigh(plate: PlateForce, before: number, asked: Asked): Weighing | Refusal {
  const found = asked.weighFrom === null && asked.weighTo === null ? stillest(plate, before) : askedFor(plate, asked);
  if (found === undefined) return empty(plate.total, before);
  const { window, tied } = found;
  if (window.mean < leastWeight || lowestOf(plate.total, window) < leastShare * window.mean) {
    return empty(plate.total, before);
  }
  const percent = (100 * window.deviation) / window.mean;
  const seconds = (window.to - window.from) / plate.rateHz;
  const warnings: Notice[] = [
    ...(percent > 100 * mostDeviation ? [{ code: 'weighingMoves', numbers: { percent } } as const] : []),
    ...(tied > 1 ? [{ code: 'weighingTied', numbers: { count: tied } } as const] : []),
    ...(seconds < weighingSeconds * 0.99 ? [{ code: 'noStillness', numbers: { seconds } } as const] : []),
  ];
  return { from: window.from, to: window.to, weight: window.mean, deviation: window.deviation, warnings };
}

function stillest({ total, rateHz }: PlateForce, before: number) {
  const samples = Math.round(weighingSeconds * rateHz);
  const windows = stillestWindows(
    total,
    { from: 0, to: before, samples },
    (mean, least) => mean >= leastWeight && least >= leastShare * mean,
  );
  const window = windows.at(-1);
  return window && { window, tied: windows.length };
}

function askedFor({ total, timesSeconds }: PlateForce, { weighFrom, weighTo }: Asked) {
  const [from, to] = [weighFrom ?? 0, weighTo ?? Number.POSITIVE_INFINITY];
  let first = 0;
  while (first < total.length && timesSeconds[first]! < from) first++;
  let end = first;
  while (end < total.length && timesSeconds[end]! < to) end++;
  const [window] = stillestWindows(total, { from: first, to: end, samples: end - first }, () => true);
  return window && { window, tied: 1 };
}

function lowestOf(values: Float64Array, { from, to }: StillWindow): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = from; i < to; i++) lowest = Math.min(lowest, values[i]!);
  return lowest;
}

function empty(total: Float64Array, before: number): Refusal {
  const end = Math.max(1, before);
  let sum = 0;
  for (let i = 0; i < end; i++) sum += Number.isNaN(total[i]) ? 0 : total[i]!;
  const force = sum / end;
  return { refused: force < -leastWeight ? 'upsideDown' : 'plateEmpty', numbers: { force } };
}
