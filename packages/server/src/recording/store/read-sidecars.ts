import { type FoldedMoments, fileExtremes } from '@sillage/signal';
import { freeMemory } from './free-memory.ts';
import type { OpenColumn, OpenModule } from './open-module.ts';
import type { Numbers } from './parquet/read-parquet.ts';
import { rowGroupRows } from './parquet/write-parquet.ts';

/** Columns of the extremes' file for each column of samples: min, max, at. T comes first. */
const columnsOfExtremes = 3;
/** Columns of the moments' file for each column of samples: n, sum, m2, min, max. */
const columnsOfMoments = 5;

/** Extremes of a column's buckets; one read a row group. */
export async function readExtremes({ extremes }: OpenModule, { place, stored }: OpenColumn) {
  const length = extremes.rows;
  const like = () => (stored.type === 'f64' ? new Float64Array(length) : new Float32Array(length));
  const [min, max, offsets] = [like(), like(), new Uint8Array(length * 2)];
  for (let group = 0; group < extremes.rowGroups; group++) {
    const [low, high, at] = await extremes.readGroup(group, 1 + place * columnsOfExtremes, columnsOfExtremes);
    if (!low || !high || !(at instanceof Uint8Array)) throw new TypeError('extremes of another type');
    min.set(low, group * rowGroupRows);
    max.set(high, group * rowGroupRows);
    offsets.set(at, group * rowGroupRows * 2);
    freeMemory([low, high, at]);
  }
  return fileExtremes(min, max, offsets);
}

/** Moments of a column's buckets in a row group, in one read. */
export async function readMoments(
  { moments }: OpenModule,
  { place }: OpenColumn,
  group: number,
): Promise<FoldedMoments> {
  return foldedOf(await moments.readGroup(group, place * columnsOfMoments, columnsOfMoments));
}

/** Moments of a column's buckets [start, end). */
export async function readSomeMoments(
  { moments }: OpenModule,
  { place }: OpenColumn,
  start: number,
  end: number,
): Promise<FoldedMoments> {
  const first = place * columnsOfMoments;
  const columns = Array.from({ length: columnsOfMoments }, (_, i) => moments.read(first + i, start, end - start));
  return foldedOf(await Promise.all(columns));
}

function foldedOf([count, sum, m2, min, max]: readonly (Numbers | undefined)[]): FoldedMoments {
  const folded = { count, sum, m2, min, max };
  if (!isFolded(folded)) throw new TypeError('moments of another type');
  return folded;
}

function isFolded(folded: Readonly<Record<keyof FoldedMoments, unknown>>): folded is FoldedMoments {
  const { count, ...doubles } = folded;
  return count instanceof Int32Array && Object.values(doubles).every((array) => array instanceof Float64Array);
}
