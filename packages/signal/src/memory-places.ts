// Where things lie in a signal memory (bytes). Read by TypeScript and by the kernels, which are AssemblyScript.

/** Pixel columns drawn in one go. */
export const deskColumns = 4096;
/** Points of one pixel column at most: four samples and a break before each of the four. */
export const pointsPerColumn = 8;

/** A pixel column of at most this many samples is drawn sample by sample. */
export const wholeSamples = 4;
/**
 * log2 of the bytes of a page of raw samples: 256 floats or 128 doubles. Pictures read single samples at the edges of pixels,
 * each of which keeps a page: with larger ones those of a few looks at 10 h × 5 kHz were more than a memory holds.
 */
export const pageShift = 10;

/** List of a pyramid's levels: addresses of its pairs and of their samples, buckets, whether offsets tell the samples. */
export const levelsAt = 0;
export const levelBytes = 16;
/** Result of scans: min f64, max f64, sample of min i32, sample of max i32. */
export const scanAt = 1024;
/** State of the pen: points, points without a time, first sample without a value since the last point (−1: none), i32. */
export const penAt = 2048;
/** Steady clock: base, first, step, scale, f64. */
export const clockAt = 2064;
/** For each range of a group's eight buckets ones, that is NaN, over the others. */
export const masks32At = 4096;
export const masks64At = 16_384;
/** Zeros, on both sides as many as a page has: read where a page is missing. */
export const nowhereAt = 49_152;

/** First sample of each pixel column, and the end of the last. */
export const edgesAt = 65_536;
/** For each of these the address of the sample before it, and its own. */
export const addressesAt = edgesAt + (deskColumns + 2) * 4;
/** s; of each pixel column's first and last sample. */
export const firstTimesAt = addressesAt + (deskColumns + 2) * 8;
export const lastTimesAt = firstTimesAt + deskColumns * 8;
/** Values of the two; NaN where there is none. */
export const endValuesAt = lastTimesAt + deskColumns * 8;
/** Minimum and −maximum of each, of those two and of the whole buckets between them. */
export const extremesAt = endValuesAt + deskColumns * 16;
/** Their samples; −1 where the first or the last sample has it. */
export const extremeSamplesAt = extremesAt + deskColumns * 16;
export const basesAt = extremeSamplesAt + deskColumns * 8;
/** Buckets cut by the pixel column's start (1) and end (2) that are still to be looked into. */
export const cutsAt = basesAt + deskColumns * 8;
/** Points: samples i32, times f64 (s), values f64, and places of those without a time i32. */
export const pointSamplesAt = cutsAt + deskColumns;
export const pointTimesAt = pointSamplesAt + deskColumns * pointsPerColumn * 4;
export const pointValuesAt = pointTimesAt + deskColumns * pointsPerColumn * 8;
export const timelessAt = pointValuesAt + deskColumns * pointsPerColumn * 8;
export const deskEnd = timelessAt + deskColumns * pointsPerColumn * 4;
