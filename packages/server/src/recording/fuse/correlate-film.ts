import {
  changeOfAxes,
  correlateSignals,
  findLikeness,
  findPeriod,
  type Motion,
  motionOfFilm,
  refineOffset,
  sizeOfAxes,
} from '@sillage/signal';
import type { SignalStore } from '../store/index.ts';
import { readSteadily, withStore } from '../store/index.ts';
import { shownOf } from './correlate-parts.ts';
import type { CorrelatedFilm, CorrelateFilmTask } from './fuse-task.ts';

/** Hz at which movements are compared: three values a frame of most films. */
const bestHz = 100;
/** Values of a record or a film that are compared, and of a film whose place is refined: longer ones are looked at more coarsely. */
const [mostValues, mostRefined] = [2 ** 19, 2 ** 20];
/** s beside what a film may cover, for changes at its ends. */
const marginSeconds = 1;

/**
 * Where a film lies beside a record, by what moves in it and what the record measured; undefined where they have too little in
 * common, or nothing moves. The offset is s of the record at which the film's time is 0.
 */
export async function correlateFilm(task: CorrelateFilmTask): Promise<CorrelatedFilm | undefined> {
  return withStore(async (store) => {
    const { durationSeconds } = task.record;
    const { coarseHz, fineHz } = ratesOf(durationSeconds, (task.times.at(-1) ?? 0) - (task.times[0] ?? 0));
    const film = motionOfFilm(task.times, task.values, coarseHz);
    const correlation = correlateSignals(
      await movementOf(store, task, 0, durationSeconds, coarseHz),
      film.values,
      coarseHz,
    );
    const likeness = correlation && findLikeness(correlation);
    if (correlation === undefined || likeness === undefined) return undefined;
    const finer =
      coarseHz < fineHz ? await refine(store, task, likeness.offsetSeconds, 2 / coarseHz, fineHz) : undefined;
    const { offsetSeconds, correlation: r } = finer ?? likeness;
    const shown = shownOf(correlation, likeness);
    return {
      offsetSeconds: offsetSeconds - film.fromSeconds,
      correlation: r,
      confidence: likeness.confidence,
      second: { ...likeness.second, offsetSeconds: likeness.second.offsetSeconds - film.fromSeconds },
      ...{ ...shown, fromSeconds: shown.fromSeconds - film.fromSeconds },
      movements: countMovements(film, offsetSeconds, durationSeconds),
    };
  });
}

/** Hz at which a film is looked for in a record, and at which the place that was found is refined. */
export function ratesOf(recordSeconds: number, filmSeconds: number) {
  return {
    coarseHz: Math.min(bestHz, mostValues / Math.max(recordSeconds, filmSeconds)),
    fineHz: Math.min(bestHz, mostRefined / filmSeconds),
  };
}

/** What a record measured, as it shows that something moves. */
async function movementOf(
  store: SignalStore,
  { record, shows }: CorrelateFilmTask,
  fromSeconds: number,
  seconds: number,
  hz: number,
): Promise<Float64Array> {
  const axes: Float64Array[] = [];
  for (const variable of record.variables) {
    axes.push(await readSteadily(store, { ...record, variables: [variable] }, fromSeconds, seconds, hz));
  }
  return shows === 'change' ? changeOfAxes(axes, hz) : sizeOfAxes(axes, hz);
}

/** @param offsetSeconds at which the movement of the film begins */
async function refine(
  store: SignalStore,
  task: CorrelateFilmTask,
  offsetSeconds: number,
  reachSeconds: number,
  rateHz: number,
) {
  const film = motionOfFilm(task.times, task.values, rateHz);
  const fromSeconds = Math.max(0, offsetSeconds - reachSeconds - marginSeconds);
  const toSeconds = offsetSeconds + film.values.length / rateHz + reachSeconds + marginSeconds;
  const record = await movementOf(store, task, fromSeconds, toSeconds - fromSeconds, rateHz);
  const found = refineOffset(record, film.values, rateHz, { offsetSeconds: offsetSeconds - fromSeconds, reachSeconds });
  return found && { ...found, offsetSeconds: found.offsetSeconds + fromSeconds };
}

/** Of a movement that repeats: how often it does in what both have in common. Of another one it is one. */
function countMovements({ values, rateHz: hz }: Motion, offsetSeconds: number, durationSeconds: number): number {
  const shared = Math.min(durationSeconds, offsetSeconds + values.length / hz) - Math.max(0, offsetSeconds);
  const period = findPeriod(values, hz);
  return period === undefined ? 1 : Math.max(1, Math.round(shared / period.seconds));
}
