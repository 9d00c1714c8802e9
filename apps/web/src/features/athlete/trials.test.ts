import { expect, it } from 'vitest';
import { makeTrial } from '../../testing/make-results.ts';
import { comparableTrials, meansByDay } from './trials.ts';

const excluded = { reason: 'glissé', user_name: 'H', date: '2026-05-01T10:00:00.000Z' };

it('only trials of the method of the last one stand on one curve', () => {
  const trials = [
    makeTrial('2026-05-01', 0.3, { method: 'v1' }),
    makeTrial('2026-05-02', 0.31),
    makeTrial('2026-05-03', 0.32),
  ];
  expect(comparableTrials(trials)).toMatchObject({ otherMethods: 1, method: 'v2', days: ['2026-05-02', '2026-05-03'] });
  const last = makeTrial('2026-05-04', 0.4, { method: 'v9', excluded });
  expect(comparableTrials([...trials, last]).method).toBe('v2');
});
it('a day is the mean of its trials that count', () => {
  const trials = [
    makeTrial('2026-05-01', 0.3),
    makeTrial('2026-05-01', 0.4),
    makeTrial('2026-05-01', 9, { excluded }),
    makeTrial('2026-05-02', null),
  ];
  expect(meansByDay(trials, 'height')).toEqual([
    {
      day: '2026-05-01',
      timestamp: expect.any(Number),
      timezone: 'Europe/Paris',
      mean: expect.closeTo(0.35, 9),
      count: 2,
    },
  ]);
});
