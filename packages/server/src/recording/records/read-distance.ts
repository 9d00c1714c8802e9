import { isRefusal, type RecordDistance, type Refusal } from '@sillage/contract';
import { distanceSource } from '@sillage/domain';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { DistanceAxis } from '../store/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { findReadable, isReadable, type RecordRow } from './find-records.ts';

/** Pairs of time and distance in an answer at most. */
const mostPairs = 4096;

/** How far a record has come at times, from its start to its end. */
export async function readDistance(
  { database, folder, store }: Pick<RecordDependencies, 'database' | 'folder' | 'store'>,
  viewer: Viewer,
  id: number,
): Promise<RecordDistance | Refusal> {
  const record = await findReadable(database.db, viewer, id);
  if (isRefusal(record)) return record;
  const source = saidDistance(record);
  const axis = await axisOf({ folder, store }, record);
  if (source === undefined || axis === undefined) return { variable: null, T: [], D: [] };
  const knots = axis.timesSeconds.length;
  const pairs = Math.min(knots, mostPairs);
  // The first and the last are among them.
  const places = Array.from({ length: pairs }, (_, i) => (pairs < 2 ? 0 : Math.round((i * (knots - 1)) / (pairs - 1))));
  const pick = (numbers: Float64Array) => places.map((place) => numbers[place] ?? 0);
  return { variable: source.variable, T: pick(axis.timesSeconds), D: pick(axis.metres) };
}

/** What says how far it came: what somebody chose, else what says it best. */
export const saidDistance = ({ availableData, appliedSteps }: Pick<RecordRow, 'availableData' | 'appliedSteps'>) =>
  distanceSource(availableData, appliedSteps?.distance);

/** How far a record has come at each time; undefined when nothing says it, or its samples cannot be read now. */
export async function axisOf(
  { folder, store }: Pick<RecordDependencies, 'folder' | 'store'>,
  record: RecordRow,
): Promise<DistanceAxis | undefined> {
  const source = isReadable(record) ? saidDistance(record) : undefined;
  return source && store.distance(await folder.files.localPath(stored.signals(record.uid)), source);
}
