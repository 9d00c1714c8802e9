import { findLaps, type Phase, type Way } from '@sillage/signal';
import { readSteadily, withStore } from '../store/index.ts';
import type { LapsTask } from './phases-task.ts';

/** Hz at which a way is looked at, and places at most. */
const [mostHz, mostPlaces] = [10, 2 ** 17];
/** Places of the way that are tried as the line when nobody says where it is. */
const triedLines = 32;
/** m; mean radius of the Earth. */
const earthMetres = 6_371_008.8;

/** Rounds of a record's way. */
export async function findLapsOfTrack(task: LapsTask): Promise<Phase[]> {
  const way = await readWay(task);
  if (task.lineSeconds !== undefined) return findLaps(way, task.lineSeconds);
  const { fromSeconds, toSeconds } = task;
  let best: Phase[] = [];
  for (let i = 0; i < triedLines; i++) {
    const laps = findLaps(way, fromSeconds + (i / triedLines) * (toSeconds - fromSeconds));
    if (laps.length > best.length) best = laps;
  }
  return best;
}

/** On a plane that touches the Earth where the way begins. */
async function readWay({ folder, fromSeconds, toSeconds, latitude, longitude }: LapsTask): Promise<Way> {
  const duration = toSeconds - fromSeconds;
  const rateHz = Math.min(mostHz, mostPlaces / duration);
  const [north, east] = await withStore(async (store) => {
    const read = ({ variable }: { readonly variable: string }) =>
      readSteadily(store, { folder, variables: [variable] }, fromSeconds, duration, rateHz);
    return [await read(latitude), await read(longitude)] as const;
  });
  const radians = ({ factor }: { readonly factor: number }) => (factor * Math.PI) / 180;
  const zero = Math.max(
    0,
    north.findIndex((value, i) => !Number.isNaN(value) && !Number.isNaN(east[i]!)),
  );
  const [north0, east0] = [north[zero] ?? 0, east[zero] ?? 0];
  const shrink = Math.cos(north0 * radians(latitude));
  return {
    seconds: north.map((_, i) => fromSeconds + i / rateHz),
    north: north.map((value) => (value - north0) * radians(latitude) * earthMetres),
    east: east.map((value) => (value - east0) * radians(longitude) * earthMetres * shrink),
  };
}
