import { type KeptRow, sharesTrials } from '../results/index.ts';

interface OfAthlete {
  readonly userId: number;
  readonly row: KeptRow;
}

/**
 * Whether a result counts for its athlete. A profile stands on each of the records that it is made of; of those that share a jump one
 * counts: what people chose before what was found, and of that what they marked, what answers, what has most jumps, the newest.
 */
export function countOfProfiles<T extends OfAthlete>(rows: readonly T[]): (one: T) => boolean {
  const left = new Set<T>();
  for (const ofAthlete of Map.groupBy(rows, ({ userId }) => userId).values()) {
    const counting: KeptRow[] = [];
    for (const one of ofAthlete.toSorted((a, b) => compare(a.row, b.row))) {
      if (counting.some((row) => sharesTrials(trialsOf(row), trialsOf(one.row)))) left.add(one);
      else if (trialsOf(one.row).length > 0) counting.push(one.row);
    }
  }
  return (one) => !left.has(one);
}

// Results that are older than trials name none.
const trialsOf = ({ outcome }: KeptRow) => outcome.trials ?? [];

const ranks: readonly ((row: KeptRow) => number)[] = [
  ({ userName }) => Number(userName !== null),
  ({ excluded }) => Number(excluded !== null),
  ({ outcome }) => Number(outcome.refused === null),
  (row) => trialsOf(row).length,
  ({ id }) => id,
];

function compare(a: KeptRow, b: KeptRow): number {
  return ranks.reduce((found, rank) => found || rank(b) - rank(a), 0);
}
