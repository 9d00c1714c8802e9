import { limits } from '@sillage/contract';
import { findPhases, rollingDeviation, rollingMean, splitActivity } from '@sillage/signal';
import { readSteadily, withStore } from '../store/index.ts';
import type { FoundPhases, PhasesTask } from './phases-task.ts';

/** Hz at which activity is looked at, and samples at most: 87 min at that rate, longer records more coarsely. */
const [mostHz, mostSamples] = [100, 2 ** 19];
/** s of the window in which activity is measured: half of the shortest phase, between a fast step and a slow stroke. */
const [shortestWindow, longestWindow] = [0.3, 3];
/** Of a window: one moment alone varies by nothing. */
const leastMoments = 3;

/** When somebody worked, or rested, by one variable or the axes of one sensor. */
export async function findActivePhases(task: PhasesTask): Promise<FoundPhases> {
  const { kind, measure, fromSeconds, leastSeconds, gapSeconds } = task;
  const seconds = task.toSeconds - fromSeconds;
  const rateHz = Math.min(mostHz, mostSamples / seconds);
  const signals = await withStore(async (store) => {
    const read: Float64Array[] = [];
    for (const variable of task.variables) {
      read.push(await readSteadily(store, { ...task, variables: [variable] }, fromSeconds, seconds, rateHz));
    }
    return read;
  });
  const windowSeconds = Math.min(longestWindow, Math.max(shortestWindow, leastSeconds / 2));
  const window = Math.max(leastMoments, Math.round(windowSeconds * rateHz));
  const [first = new Float64Array()] = signals;
  const activity = measure === 'mean' ? rollingMean(first, window) : rollingDeviation(signals, window);
  // What moves spans orders of magnitude from the noise at rest on; an effort is told from a lesser one.
  const split = splitActivity(activity, kind === 'still' ? 'ratio' : 'linear');
  const threshold = task.threshold ?? split?.threshold;
  if (threshold === undefined) return { threshold, clarity: 0, phases: [] };
  const side = kind === 'effort' ? 'above' : 'below';
  const found = findPhases(activity, rateHz, { side, threshold, gapSeconds, leastSeconds });
  // One more than is proposed tells that there are more.
  const phases = found.slice(0, limits.selectionsAtOnce + 1).map((phase) => ({
    fromSeconds: fromSeconds + phase.fromSeconds,
    toSeconds: fromSeconds + phase.toSeconds,
    level: meanOver(measure === 'mean' ? first : activity, phase.fromSeconds * rateHz, phase.toSeconds * rateHz),
  }));
  return { threshold, clarity: split?.clarity ?? 0, phases };
}

function meanOver(values: Float64Array, from: number, to: number): number {
  const known = values.subarray(Math.round(from), Math.round(to)).filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
}
