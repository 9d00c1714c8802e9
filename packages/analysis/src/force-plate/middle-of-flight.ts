import type { Flight } from './find-flights.ts';

/** Mean and deviation (n − 1) of so many samples in the middle of a flight. */
export function middleOf(total: Float64Array, { takeOff, landing = total.length }: Flight, samples: number) {
  const length = landing - takeOff;
  const count = Math.max(2, Math.min(samples, length >> 1));
  const from = takeOff + ((length - count) >> 1);
  const middle = total.subarray(from, from + count).filter(Number.isFinite);
  const mean = middle.reduce((sum, one) => sum + one, 0) / middle.length;
  const squares = middle.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, middle.length - 1)) };
}
