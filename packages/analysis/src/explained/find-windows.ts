import type { Column, Phase } from '../analysis.ts';
import type { Explained } from './explained.ts';

/** s; a number is computed of the samples from one to before the other. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** What separates where a window begins from where it ends. */
const until = '…';

/** Pieces of a window: each phase of a name, or from the first of one to the last of another; none: all that was given. */
export function piecesOf(over: string, phases: readonly Phase[]): Piece[] {
  const [first, last] = over.split(until);
  if (last === undefined) return phases.filter(({ name }) => name === over).map(({ from, to }) => ({ from, to }));
  const from = phases.find(({ name }) => name === first)?.from;
  const to = phases.findLast(({ name }) => name === last)?.to;
  return from === undefined || to === undefined || to <= from ? [] : [{ from, to }];
}

/** How many samples of the first of its roles lie in the window of a number. */
export function countSamples(
  { of }: Pick<Explained, 'of'>,
  pieces: readonly Piece[],
  columns: Readonly<Record<string, Column | undefined>>,
): number {
  const column = (of ?? Object.keys(columns)).map((role) => columns[role]).find((one) => one !== undefined);
  if (column === undefined) return 0;
  const { timesSeconds: times } = column;
  if (pieces.length === 0) return times.length;
  return pieces.reduce((sum, { from, to }) => sum + firstFrom(times, to) - firstFrom(times, from), 0);
}

/** The first sample that is not before a time. */
function firstFrom(times: Float64Array, seconds: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
