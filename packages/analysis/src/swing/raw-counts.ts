import type { Notice } from '../sentences.ts';

/** °/s that the widest usual gyroscopes of sport show: ±4000 on three axes at once (ICM-20649, ISM330). */
const fastest = 4000 * Math.sqrt(3);

/** What is faster than any gyroscope shows was read as counts. */
export const countsDoubt = (peak: number): Notice[] =>
  peak > fastest ? [{ code: 'perhapsCounts', numbers: { peak } }] : [];
