import type { Phase } from './find-phases.ts';

/** m; somebody who passes farther away from the line does not cross it. */
const reachMetres = 30;
/** m along the way that tell which way somebody goes. */
const courseMetres = 10;
/** Of a lap, at least: what is shorter is a turn on the spot, or noise of the receiver. */
const leastLapMetres = 150;
/** m from where the line was laid through: who was not so far away since the last crossing has not gone round. */
const awayMetres = 40;

/** A way on the ground; NaN where the receiver knew nothing. */
export interface Way {
  readonly seconds: Float64Array;
  /** m east and north of any place. */
  readonly east: Float64Array;
  readonly north: Float64Array;
}

/**
 * Rounds of a way: from each crossing of the line at a moment of it to the next one in the same direction. The line lies across
 * the way there, {@link reachMetres} to both sides.
 *
 * @param atSeconds when the way lies on the line; none where it is not known any more by then
 */
export function findLaps(way: Way, atSeconds: number): Phase[] {
  const known = knownPlaces(way);
  const at = known.findIndex((i) => way.seconds[i]! >= atSeconds);
  const line = lineAt(way, known, at);
  if (line === undefined) return [];
  const crossed = crossingsOf(way, known, line);
  return crossed
    .slice(1)
    .map((toSeconds, i) => ({ fromSeconds: crossed[i]!, toSeconds }))
    .filter(({ fromSeconds, toSeconds }) => toSeconds > fromSeconds);
}

function knownPlaces({ east, north }: Way): number[] {
  const known: number[] = [];
  east.forEach((value, i) => {
    if (!Number.isNaN(value) && !Number.isNaN(north[i]!)) known.push(i);
  });
  return known;
}

interface Line {
  readonly east: number;
  readonly north: number;
  /** Direction of the way over it, of length 1. */
  readonly along: readonly [number, number];
}

/** Undefined where nothing moves. */
function lineAt(way: Way, known: readonly number[], at: number): Line | undefined {
  const place = known[at];
  if (place === undefined) return undefined;
  const [east, north] = [way.east[place]!, way.north[place]!];
  const isFar = (i: number) => Math.hypot(way.east[i]! - east, way.north[i]! - north) >= courseMetres;
  const after = known.slice(at).find(isFar) ?? known.at(-1)!;
  const [dx, dy] = [way.east[after]! - east, way.north[after]! - north];
  const length = Math.hypot(dx, dy);
  return length > 0 ? { east, north, along: [dx / length, dy / length] } : undefined;
}

/** s; between two places of the way the moment is where the straight line between them crosses. */
function crossingsOf(way: Way, known: readonly number[], line: Line): number[] {
  const crossed: number[] = [];
  // Before the first crossing nobody asks where from.
  let [walked, farthest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let counted = known[0] ?? 0;
  for (let k = 1; k < known.length; k++) {
    const [a, b] = [known[k - 1]!, known[k]!];
    // A receiver that stands still wanders: only what leads farther is a way.
    const step = Math.hypot(way.east[b]! - way.east[counted]!, way.north[b]! - way.north[counted]!);
    if (step >= courseMetres) {
      walked += step;
      counted = b;
    }
    farthest = Math.max(farthest, Math.hypot(way.east[b]! - line.east, way.north[b]! - line.north));
    const [before, after] = [relative(way, a, line), relative(way, b, line)];
    // The line itself belongs to what lies behind it, so that the place it was laid through is crossed once.
    if (!(before.along <= 0 && after.along > 0)) continue;
    const share = before.along / (before.along - after.along);
    const across = before.across + share * (after.across - before.across);
    if (Math.abs(across) > reachMetres || walked < leastLapMetres || farthest < awayMetres) continue;
    crossed.push(way.seconds[a]! + share * (way.seconds[b]! - way.seconds[a]!));
    [walked, farthest] = [0, 0];
    counted = b;
  }
  return crossed;
}

function relative(way: Way, i: number, { east, north, along }: Line) {
  const [dx, dy] = [way.east[i]! - east, way.north[i]! - north];
  return { along: dx * along[0] + dy * along[1], across: dx * along[1] - dy * along[0] };
}
