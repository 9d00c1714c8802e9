import { blockSamples, type SampleClock } from './samples-at-hand.ts';

/** Steps that are looked at, evenly over the whole. */
const blocksLookedAt = 16;
/** Usual steps beyond which nothing is between two samples. */
const stepsOfGap = 5;

export interface ClockMeasure {
  readonly rateHz: number;
  /** s; two samples further apart have a gap between them. */
  readonly gapSeconds: number;
}

/** How fast a clock goes where it has no gaps: the mean of its usual steps. */
export function measureClock(clock: SampleClock): ClockMeasure {
  const steps = stepsOf(clock).sort();
  const gapSeconds = stepsOfGap * (steps[steps.length >> 1] ?? 0);
  const usual = steps.filter((step) => step <= gapSeconds);
  const seconds = usual.reduce((sum, step) => sum + step, 0);
  return { rateHz: seconds > 0 ? usual.length / seconds : 0, gapSeconds };
}

function stepsOf(clock: SampleClock): Float64Array {
  const { samples } = clock;
  const whole = samples <= blocksLookedAt * blockSamples;
  const count = whole ? 1 : blocksLookedAt;
  const length = whole ? samples : blockSamples;
  const steps: Float64Array[] = [];
  for (let block = 0; block < count; block++) {
    const from = count === 1 ? 0 : Math.floor(((samples - length) * block) / (count - 1));
    const times = new Float64Array(length);
    clock.readTimes(from, times);
    steps.push(times.subarray(1).map((t, i) => t - times[i]!));
  }
  const all = new Float64Array(steps.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of steps) {
    all.set(one, at);
    at += one.length;
  }
  return all;
}
