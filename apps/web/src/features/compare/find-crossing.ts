import { readBetween } from '@sillage/domain';
import type { Curve } from '../../charts/curve.ts';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';

type Points = Pick<Curve, 'timesSeconds' | 'values'>;

/** Columns of an answer, and points of it: four a column. */
const columns = 1000;
export const crossingPoints = 4 * columns;
/** Samples in a column from which on it holds them all, whatever their clock does. */
const samplesAColumn = 0.5;
/** Answers for one crossing: three are enough for 10 h at 5 kHz, and a column may deceive. */
const mostAnswers = 32;

/** Where every sample of a signal is there: when it first rises over a value, s; undefined where it never does. */
export function crossingOf({ timesSeconds, values }: Points, over: number): number | undefined {
  let before = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const here = values[i] ?? Number.NaN;
    if (Number.isNaN(here)) continue;
    if (before < over && here >= over) {
      // Over a gap nobody knows when: then it is.
      if (Number.isNaN(values[i - 1] ?? Number.NaN)) return timesSeconds[i];
      return readBetween(values.subarray(i - 1, i + 1), timesSeconds.subarray(i - 1, i + 1), over, 1);
    }
    before = here;
  }
  return undefined;
}

/**
 * When a signal first rises over a value: in the whole by its columns' extremes, then within the column, until every
 * sample is there. A column tells that the value lies within its extremes, not in which order they came.
 * @param read the extremes of as many columns of a window, at `crossingPoints`
 */
export async function findCrossing(
  read: (window: TimeWindow) => Promise<Points | undefined>,
  whole: TimeWindow,
  over: number,
  rateHz: number,
): Promise<number | undefined> {
  let answers = 0;
  const search = async (window: TimeWindow): Promise<number | undefined> => {
    if (++answers > mostAnswers) return undefined;
    const points = await read(window);
    if (points === undefined) return undefined;
    const width = spanOf(window) / columns;
    if (width * rateHz <= samplesAColumn) return crossingOf(points, over);
    for (const column of columnsAcross(points, window, over)) {
      const from = Math.max(whole.from, window.from + (column - 1) * width);
      const found = await search({ from, to: Math.min(whole.to, window.from + (column + 2) * width) });
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(whole);
}

/** The columns in which a signal may rise over a value: something is under it, in them or just before, and something is not. */
function columnsAcross({ timesSeconds, values }: Points, window: TimeWindow, over: number): number[] {
  const found: number[] = [];
  const width = spanOf(window) / columns;
  let [column, isUnder, isOver, last] = [-1, false, false, Number.NaN];
  const leave = () => {
    if (isUnder && isOver) found.push(column);
  };
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const at = Math.min(columns - 1, Math.max(0, Math.floor(((timesSeconds[i] ?? 0) - window.from) / width)));
    if (at !== column) {
      leave();
      [column, isUnder, isOver] = [at, last < over, false];
    }
    if (value < over) isUnder = true;
    else isOver = true;
    last = value;
  }
  leave();
  return found;
}
