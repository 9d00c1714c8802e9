import { type Correlation, correlateSignals, findLikeness, type Likeness, refineOffset } from '@sillage/signal';
import { readSteadily, type SignalStore, withStore } from '../store/index.ts';
import type { Correlated, CorrelateTask, PartToCorrelate } from './fuse-task.ts';

/** Hz at which movements are compared, and samples of the longer record at most: 87 min at that rate, longer ones more coarsely first. */
const [rateHz, mostSamples] = [100, 2 ** 19];
/** s of the stretches at both ends of what two long records have in common, which tell how their clocks drift apart. */
const [stretchSeconds, leastBetweenSeconds] = [120, 600];
/** s around the offset that drift is looked for. */
const driftSeconds = 1;
/** A stretch that is alike less tells nothing of drift. */
const leastLikeness = 0.5;
/** Points of the curve that people see, and s around the peak at least and at most. */
const [shownPoints, leastShownSeconds, mostShownSeconds] = [600, 3, 60];

/** How far apart two parts began, by a movement of both; undefined where they have too little in common, or nothing moves. */
export async function correlateParts({ reference, part }: CorrelateTask): Promise<Correlated | undefined> {
  return withStore(async (store) => {
    const longest = Math.max(reference.durationSeconds, part.durationSeconds);
    const coarseHz = Math.min(rateHz, mostSamples / longest);
    const read = (one: PartToCorrelate) => readSteadily(store, one, 0, one.durationSeconds, coarseHz);
    const correlation = correlateSignals(await read(reference), await read(part), coarseHz);
    const likeness = correlation && findLikeness(correlation);
    if (correlation === undefined || likeness === undefined) return undefined;
    const ends = await compareEnds(store, reference, part, likeness.offsetSeconds, driftSeconds + 1 / coarseHz);
    const { second, confidence } = likeness;
    return {
      ...(ends && coarseHz < rateHz ? ends.finer : likeness),
      ...{ second, confidence, driftPpm: ends?.driftPpm },
      ...shownOf(correlation, likeness),
    };
  });
}

/** The offset at both ends of what two parts have in common; undefined where that is short, or the ends are not alike. */
async function compareEnds(
  store: SignalStore,
  reference: PartToCorrelate,
  part: PartToCorrelate,
  offsetSeconds: number,
  reachSeconds: number,
) {
  const from = Math.max(0, offsetSeconds);
  const to = Math.min(reference.durationSeconds, offsetSeconds + part.durationSeconds);
  const betweenSeconds = to - from - stretchSeconds;
  if (betweenSeconds < leastBetweenSeconds) return undefined;
  const found: { offsetSeconds: number; correlation: number }[] = [];
  for (const start of [from, to - stretchSeconds]) {
    const first = await readSteadily(store, reference, start, stretchSeconds, rateHz);
    const second = await readSteadily(store, part, start - offsetSeconds, stretchSeconds, rateHz);
    const refined = refineOffset(first, second, rateHz, { offsetSeconds: 0, reachSeconds });
    if (refined === undefined || refined.correlation < leastLikeness) return undefined;
    found.push(refined);
  }
  const [begin, end] = found;
  if (begin === undefined || end === undefined) return undefined;
  return {
    driftPpm: (1e6 * (end.offsetSeconds - begin.offsetSeconds)) / betweenSeconds,
    finer: {
      offsetSeconds: offsetSeconds + (begin.offsetSeconds + end.offsetSeconds) / 2,
      correlation: Math.min(begin.correlation, end.correlation),
    },
  };
}

/** The curve around the peak, with the second one where that is near: the highest of each step. */
export function shownOf(
  { rateHz, firstLag, values }: Correlation,
  { offsetSeconds, second }: Likeness,
): Pick<Correlated, 'fromSeconds' | 'stepSeconds' | 'values'> {
  const apart = 1.2 * Math.abs(second.offsetSeconds - offsetSeconds);
  const around = apart > mostShownSeconds ? leastShownSeconds : Math.max(leastShownSeconds, apart);
  const first = Math.max(0, Math.floor((offsetSeconds - around) * rateHz) - firstLag);
  const last = Math.min(values.length - 1, Math.ceil((offsetSeconds + around) * rateHz) - firstLag);
  const width = Math.ceil((last - first + 1) / shownPoints);
  const shown: number[] = [];
  for (let at = first; at <= last; at += width)
    shown.push(Math.max(...values.subarray(at, Math.min(last + 1, at + width))));
  return { fromSeconds: (firstLag + first + (width - 1) / 2) / rateHz, stepSeconds: width / rateHz, values: shown };
}
