import type { DistanceMadeOf, KeptStep, StepTimes } from '@sillage/contract';

/** What steps that are on do to times and to the distance; their order does not matter. */
export interface StepsTogether {
  readonly times: StepTimes;
  /** undefined: as the record itself says it best. */
  readonly distance: DistanceMadeOf | undefined;
}

/** Without any step. */
export const untouched: StepsTogether = {
  times: { from: null, to: null, jumps: [], drift_ppm: 0 },
  distance: undefined,
};

export function stepsTogether(steps: readonly KeptStep[]): StepsTogether {
  return steps.reduce(withStep, untouched);
}

/** Together with the time of the original (s, before its zero or 0) at which the record begins where no crop says another one. */
export function beginningAt(steps: StepsTogether, beginsSeconds: number): StepsTogether {
  if (beginsSeconds === 0 || steps.times.from !== null) return steps;
  return { ...steps, times: { ...steps.times, from: beginsSeconds } };
}

function withStep({ times, distance }: StepsTogether, step: KeptStep): StepsTogether {
  switch (step.kind) {
    case 'crop': {
      const { start, end } = step.arguments;
      return { times: { ...times, from: later(times.from, start), to: earlier(times.to, end) }, distance };
    }
    case 'clock': {
      const jumps = [...times.jumps, ...step.arguments.jumps].sort((a, b) => a.at - b.at || a.seconds - b.seconds);
      return { times: { ...times, jumps, drift_ppm: times.drift_ppm + step.arguments.drift_ppm }, distance };
    }
    case 'distance':
      return { times, distance: step.arguments.source };
    case 'recalibrate':
    case 'decode':
      return { times, distance };
    default:
      return unreachable(step);
  }
}

function unreachable(step: never): never {
  throw new Error(`unknown step ${JSON.stringify(step)}`);
}

const later = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
const earlier = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));

/** A jump of the clock, s. */
interface Jump {
  readonly at: number;
  readonly seconds: number;
}

/**
 * Times of the original behind a jump back are not told apart from those before it. Where they are laid one behind the other
 * before anything else is done to them, the same comes of them by these times.
 * @param back jumps back, in order
 */
export function unfoldTimes(times: StepTimes, back: readonly Jump[]): StepTimes {
  if (back.length === 0) return times;
  const unfolded = (seconds: number) =>
    back.reduce((sum, jump) => (jump.at < seconds ? sum - jump.seconds : sum), seconds);
  const left = [...back];
  const jumps = times.jumps.filter(({ at, seconds }) => {
    const done = left.findIndex((one) => one.at === at && one.seconds === seconds);
    if (done >= 0) left.splice(done, 1);
    return done < 0;
  });
  return {
    ...times,
    from: times.from === null ? null : unfolded(times.from),
    to: times.to === null ? null : unfolded(times.to),
    jumps: jumps.map((jump) => ({ ...jump, at: unfolded(jump.at) })),
  };
}

/** s of the original, of a time that was laid behind jumps back. */
export function foldedSeconds(back: readonly Jump[], unfolded: number): number {
  let [folded, shift] = [unfolded, 0];
  for (const { at, seconds } of back) {
    if (unfolded <= at + shift) break;
    shift -= seconds;
    folded = Math.max(at, unfolded - shift);
  }
  return folded;
}

/** Whether anything of the original is left. */
export function keepsSomething({ from, to }: StepTimes): boolean {
  return from === null || to === null || to > from;
}

/** Whether times of the record are those of the original. */
export function keepsTimes({ from, jumps, drift_ppm }: StepTimes): boolean {
  return from === null && jumps.length === 0 && drift_ppm === 0;
}

/** s in the record of a time in the original; never decreasing. */
export function toRecordSeconds(times: StepTimes, originalSeconds: number): number {
  return recordTimes(times)(originalSeconds);
}

/** What {@link toRecordSeconds} answers, for many times of one record. */
export function recordTimes(times: StepTimes): (originalSeconds: number) => number {
  const repaired = repairedTimes(times);
  if (times.from === null) return repaired;
  const startSeconds = repaired(times.from);
  return (originalSeconds) => repaired(originalSeconds) - startSeconds;
}

/** A jump as the times behind it need it, s. */
interface PassedJump {
  /** Times after it are behind this jump. */
  readonly from: number;
  /** Where the clock jumped ahead to; there is nothing between. */
  readonly gapEnd: number;
  /** By how much this and all jumps before it shift. */
  readonly shift: number;
  /** Rounding never lets a time fall behind one before a jump. */
  readonly least: number;
}

/** The times as they would be had the clock not jumped nor drifted. */
function repairedTimes({ jumps, drift_ppm }: StepTimes): (originalSeconds: number) => number {
  const slope = 1 - drift_ppm / 1e6;
  const passed = passJumps(jumps);
  return (originalSeconds) => {
    const last = passed[lastBefore(passed, originalSeconds)];
    if (last === undefined) return originalSeconds * slope;
    // There is nothing between a time and where the clock jumped ahead to; whatever asks for it gets the jump itself.
    if (originalSeconds < last.gapEnd) return last.least * slope;
    return Math.max(last.least, originalSeconds - last.shift) * slope;
  };
}

function passJumps(jumps: StepTimes['jumps']): PassedJump[] {
  let shift = 0;
  let gapEnd = Number.NEGATIVE_INFINITY;
  let least = Number.NEGATIVE_INFINITY;
  return jumps.map(({ at, seconds }) => {
    const from = Math.max(at, gapEnd);
    if (seconds > 0) {
      least = Math.max(least, from - shift);
      gapEnd = from + seconds;
    }
    shift += seconds;
    return { from, gapEnd, shift, least };
  });
}

/** Index of the last jump that a time is behind; −1 = none. */
function lastBefore(passed: readonly PassedJump[], seconds: number): number {
  let [low, high] = [0, passed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (seconds > (passed[middle]?.from ?? seconds)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** s after the start of the original, by the repaired clock, at which the record begins. */
export function startOfRecord(times: StepTimes): number {
  return times.from === null ? 0 : repairedTimes(times)(times.from);
}

/** s that the jumps of a clock may come to in all, and that may be cut off before the start: dates stay dates. */
const mostSeconds = 100 * 366 * 86_400;

/** Whether dates of the record can be told. */
export function keepsDates(times: StepTimes): boolean {
  const jumped = times.jumps.reduce((sum, { seconds }) => sum + Math.abs(seconds), 0);
  return jumped <= mostSeconds && Math.abs(startOfRecord(times)) <= mostSeconds;
}

/** s in the original of a time in the record. */
export function toOriginalSeconds(times: StepTimes, recordSeconds: number): number {
  const { jumps, drift_ppm } = times;
  const repaired = recordSeconds + startOfRecord(times);
  let original = repaired / (1 - drift_ppm / 1e6);
  let gapEnd = Number.NEGATIVE_INFINITY;
  for (const { at, seconds } of jumps) {
    const from = Math.max(at, gapEnd);
    if (original <= from) break;
    if (seconds > 0) gapEnd = from + seconds;
    original = Math.max(from, original + seconds);
  }
  return original;
}

/** A stretch of the original as it lies in the record, cut off at its ends; undefined where nothing of it is there. */
export function stretchInRecord(
  times: StepTimes,
  { t0, t1 }: { readonly t0: number; readonly t1: number },
): { readonly t0: number; readonly t1: number } | undefined {
  if (keepsTimes(times) && times.to === null) return { t0, t1 };
  const [from, to] = [Math.max(t0, times.from ?? t0), Math.min(t1, times.to ?? t1)];
  if (!(to > from)) return undefined;
  const inRecord = recordTimes(times);
  return { t0: plain(inRecord(from)), t1: plain(inRecord(to)) };
}

/** s in the record of a moment of the original; undefined where that is cropped. */
export function momentInRecord(times: StepTimes, originalSeconds: number): number | undefined {
  const { from, to } = times;
  const isCropped = (from !== null && originalSeconds < from) || (to !== null && originalSeconds > to);
  return isCropped ? undefined : plain(toRecordSeconds(times, originalSeconds));
}

/** A stretch of the record as it lies in the original. */
export function stretchInOriginal(
  times: StepTimes,
  { t0, t1 }: { readonly t0: number; readonly t1: number },
): { readonly t0: number; readonly t1: number } {
  return keepsTimes(times) ? { t0, t1 } : { t0: toOriginalSeconds(times, t0), t1: toOriginalSeconds(times, t1) };
}

/** ns: what a time loses by being shifted and shifted back is no figure of it. */
const plain = (seconds: number) => Math.round(seconds * 1e9) / 1e9;
