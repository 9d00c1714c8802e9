import { expect, it } from 'vitest';
import { noFilters } from './filters.ts';
import { readFilterAddress, writeFilters } from './filters-address.ts';

it('says the filters that narrow, and reads them again', () => {
  const filters = {
    ...noFilters,
    userIds: [3, 5],
    exerciseIds: [7],
    record_type: ['video' as const],
    onlyFavorite: true,
    lastDays: 'week' as const,
  };
  const address = writeFilters(filters);
  expect(decodeURIComponent(address)).toBe('?athletes=3,5&exercises=7&types=video&favourites=true&last=week');
  expect(readFilterAddress(address)).toEqual(filters);
});

it('says nothing without filters', () => {
  expect(writeFilters(noFilters)).toBe('');
  expect(readFilterAddress('')).toBeUndefined();
  expect(readFilterAddress('?utm=1')).toBeUndefined();
});

it.each(['?athletes=x', '?athletes=3,-1', '?types=film', '?last=century', '?from=2026-02-30', '?sports=1e9'])(
  'takes nothing of %s',
  (address) => expect(readFilterAddress(address)).toBeUndefined(),
);
