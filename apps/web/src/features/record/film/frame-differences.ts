/** px; of the small pictures that are compared. */
export const [motionWidth, motionHeight] = [64, 64];
const pixels = motionWidth * motionHeight;

/** How much each picture differs from the one before: the mean difference of grey values, 0–255; undefined for the first. */
export function createDifferences(): (rgba: Uint8ClampedArray) => number | undefined {
  let before: Float32Array | undefined;
  return (rgba) => {
    const grey = new Float32Array(pixels);
    let sum = 0;
    for (let i = 0; i < pixels; i++) {
      // Luma of ITU-R BT.709.
      const value = 0.2126 * rgba[4 * i]! + 0.7152 * rgba[4 * i + 1]! + 0.0722 * rgba[4 * i + 2]!;
      grey[i] = value;
      if (before !== undefined) sum += Math.abs(value - before[i]!);
    }
    const isFirst = before === undefined;
    before = grey;
    return isFirst ? undefined : sum / pixels;
  };
}

/** A stretch of a film, in its own s. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** s; looked at at most, and frames as far as one question holds them. */
const longestSeconds = 60;
const mostFrames = 3900;

/** What of a film is looked at: all of a short one, of a long one the time around a moment. */
export function stretchAround(moment: number, duration: number, frameSeconds: number): Stretch {
  const span = Math.min(duration, longestSeconds, mostFrames * frameSeconds);
  const from = Math.min(Math.max(0, moment - span / 2), duration - span);
  return { from, to: from + span };
}
