import type { Phase } from '@sillage/signal';
import { type DistanceAxis, metresAt, secondsAt } from '../store/index.ts';

/** Of a step: a last piece that is shorter is none. */
const leastPiece = 0.01;

/** Pieces of a stretch that last as long, the last one as long as it is; at most so many. */
export function cutByTime({ fromSeconds, toSeconds }: Phase, stepSeconds: number, most: number): Phase[] {
  return piecesOf(toSeconds - fromSeconds, stepSeconds, most).map(({ from, to }) => ({
    fromSeconds: fromSeconds + from,
    toSeconds: fromSeconds + to,
  }));
}

/** Pieces of a stretch that are as far. */
export function cutByDistance(
  { fromSeconds, toSeconds }: Phase,
  stepMetres: number,
  axis: DistanceAxis,
  most: number,
): Phase[] {
  const start = metresAt(axis, fromSeconds);
  const within = (seconds: number) => Math.min(toSeconds, Math.max(fromSeconds, seconds));
  return piecesOf(metresAt(axis, toSeconds) - start, stepMetres, most)
    .map(({ from, to }) => ({
      // Who waits before the first piece has not begun it; who waits at the end of one has ended it.
      fromSeconds: within(secondsAt(axis, start + from, true)),
      toSeconds: within(secondsAt(axis, start + to)),
    }))
    .filter((piece) => piece.toSeconds > piece.fromSeconds);
}

function piecesOf(length: number, step: number, most: number): { readonly from: number; readonly to: number }[] {
  const count = Math.min(most, Math.max(0, Math.ceil(length / step - leastPiece)));
  return Array.from({ length: count }, (_, i) => ({ from: i * step, to: Math.min(length, (i + 1) * step) }));
}
