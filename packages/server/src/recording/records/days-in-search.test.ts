import { expect, it } from 'vitest';
import { daysInSearch } from './days-in-search.ts';

const today = '2026-11-22';
const find = (search: string) => daysInSearch(search.split(' '), today);
const one = (day: string, rest: string[] = []) => ({ days: [{ first: day, last: day }], rest });

it('a day is found as people write it, in French and English', () => {
  const searches = ['16 mai 2026', 'sam. 16 mai 2026', '16 may 2026', 'sat 16 may 2026', 'may 16 2026', 'may 16, 2026'];
  for (const search of [...searches, '16/05/2026', '2026-05-16', '16.05.2026', '05/16/2026']) {
    expect(find(search), search).toEqual(one('2026-05-16'));
  }
  expect(find('hier')).toEqual(one('2026-11-21'));
  expect(find("aujourd'hui")).toEqual(one('2026-11-22'));
  expect(find('yesterday')).toEqual(one('2026-11-21'));
  expect(find('1er janv 2026')).toEqual(one('2026-01-01'));
});

it('of two numbers that may both be the month, the day comes first', () => {
  expect(find('05/06/2026')).toEqual(one('2026-06-05'));
});

it('a day without a year is looked for in the years before, a month is all of its days', () => {
  expect(find('16 mai')?.days.slice(0, 2)).toEqual(
    ['2026-05-16', '2025-05-16'].map((first) => ({ first, last: first })),
  );
  expect(find('29/02')?.days.map(({ first }) => first)).toEqual([
    '2024-02-29',
    '2020-02-29',
    '2016-02-29',
    '2012-02-29',
  ]);
  expect(find('fevrier 2024')?.days).toEqual([{ first: '2024-02-01', last: '2024-02-29' }]);
  expect(find('juin')?.days).toHaveLength(15);
});

it('what is beside the day is left to be searched', () => {
  expect(find('camille hier')).toEqual(one('2026-11-21', ['camille']));
  expect(find('aviron sam. 16 mai 2026 camille')).toEqual(one('2026-05-16', ['aviron', 'camille']));
});

it('names, numbers and days that do not exist are no days', () => {
  for (const search of ['mar', 'marc', 'jan', 'samedi', '217', '4 x 500', '31/02', 'seance-12', '1.5'])
    expect(find(search), search).toBe(undefined);
});
