import { expect, test } from 'vitest';
import { ratesOf } from './correlate-film.ts';

test('a film is compared frame by frame, a day of film or of record no finer than what memory holds', () => {
  expect(ratesOf(600, 10)).toEqual({ coarseHz: 100, fineHz: 100 });
  const day = 24 * 3600;
  for (const [record, film] of [
    [day, 10],
    [10, day],
    [day, day],
  ] as const) {
    const { coarseHz, fineHz } = ratesOf(record, film);
    expect(coarseHz * Math.max(record, film)).toBeLessThanOrEqual(2 ** 19);
    expect(fineHz * film).toBeLessThanOrEqual(2 ** 20);
    expect(fineHz).toBeGreaterThanOrEqual(coarseHz);
  }
});
