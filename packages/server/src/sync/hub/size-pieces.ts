const kibibyte = 1024;
const leastBytes = 64 * kibibyte;
/** Which a cloud that is killed in its midst is sent again. */
const mostBytes = 64 * kibibyte ** 2;
const firstBytes = 512 * kibibyte;
/** ms that a piece should take: far more than the way there and back and the write that ends it; so long is a choice not heeded. */
const pieceMs = 5000;
/** ms of a piece on a link that files may not fill: others get their turn after it. */
const limitedPieceMs = 1000;

/** How large the next piece of a file should be on this link. */
export interface PieceSize {
  /** @param mostBytesPerSecond what files may take; null = as much as the link carries */
  bytes(mostBytesPerSecond: number | null): number;
  /** A piece arrived. */
  arrived(bytes: number, tookMs: number): void;
  /** The link broke within a piece. */
  broke(): void;
}

export function sizePieces(): PieceSize {
  let next = firstBytes;
  const bounded = (bytes: number) => Math.min(mostBytes, Math.max(leastBytes, Math.round(bytes)));
  return {
    bytes: (most) => (most === null ? next : bounded(Math.min(next, (most * limitedPieceMs) / 1000))),
    arrived(bytes, tookMs) {
      // The end of a file says little of the link.
      if (bytes >= next / 2) next = bounded(Math.min(2 * next, (bytes * pieceMs) / Math.max(1, tookMs)));
    },
    broke() {
      next = bounded(next / 2);
    },
  };
}
