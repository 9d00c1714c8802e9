import { placeOf, readBetween } from '@sillage/domain';

/** How far a record has come at times. */
export interface Way {
  readonly timesSeconds: Float64Array;
  readonly metres: Float64Array;
}

/** Points of a curve of gaps. */
const gapPoints = 400;

/** s that a record is behind the reference at the same distance from where each is aligned; above 0 it is behind. */
export interface TimeGap {
  /** m from there. */
  readonly metres: Float64Array;
  /** s of the reference from there. */
  readonly seconds: Float64Array;
  readonly gaps: Float64Array;
}

/** The continuous gap to a reference, as far as both came; undefined where one of them did not move. */
export function timeGap(
  reference: Way & { readonly fromSeconds: number },
  other: Way & { readonly fromSeconds: number },
): TimeGap | undefined {
  const most = Math.min(leftOf(reference), leftOf(other));
  if (!(most > 0)) return undefined;
  const metres = Float64Array.from({ length: gapPoints + 1 }, (_, i) => (most * i) / gapPoints);
  const seconds = timesAt(reference, metres);
  const others = timesAt(other, metres);
  return { metres, seconds, gaps: others.map((at, i) => at - (seconds[i] ?? 0)) };
}

type From = Way & { readonly fromSeconds: number };

/** m at the moment of alignment. */
function metresAtStart({ timesSeconds, metres, fromSeconds }: From): number {
  const next = placeOf(timesSeconds, fromSeconds);
  if (next === 0) return metres[0] ?? 0;
  return next === timesSeconds.length ? (metres.at(-1) ?? 0) : readBetween(timesSeconds, metres, fromSeconds, next);
}

function leftOf(way: From): number {
  return (way.metres.at(-1) ?? 0) - metresAtStart(way);
}

/** s after the alignment at which a record has come so far. */
function timesAt(way: From, wanted: Float64Array): Float64Array {
  const start = metresAtStart(way);
  const { timesSeconds, metres, fromSeconds } = way;
  return wanted.map((one) => {
    const at = start + one;
    const next = placeOf(metres, at);
    if (next === 0) return Math.max(0, (timesSeconds[0] ?? 0) - fromSeconds);
    const seconds = next === metres.length ? (timesSeconds.at(-1) ?? 0) : readBetween(metres, timesSeconds, at, next);
    return Math.max(0, seconds - fromSeconds);
  });
}
