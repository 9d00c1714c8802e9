import { beforeEach, describe, expect, it } from 'vitest';
import { activeFilters, asQuery, noFilters, readFilters, useFilters } from './filters.ts';

beforeEach(() => useFilters.getState().reset());

const today = '2026-05-17';

describe('filters', () => {
  it('are remembered by the browser and can be taken back one by one', () => {
    useFilters.getState().change({ sportIds: [2], minDate: '2026-05-01' });
    expect(readFilters(localStorage.getItem('sillage.dataFilters'))).toEqual({
      ...noFilters,
      sportIds: [2],
      minDate: '2026-05-01',
    });
    useFilters.getState().remove('sportIds');
    expect(activeFilters(useFilters.getState().filters)).toEqual(['minDate']);
  });

  it('are still read by who kept some before there were exercises among them', () => {
    const { exerciseIds: _, ...before } = { ...noFilters, sportIds: [2] };
    expect(readFilters(JSON.stringify(before))).toEqual({ ...noFilters, sportIds: [2] });
  });

  it('keep the name of the last days, and ask from the day that they begin with today', () => {
    const { lastDays: _, ...before } = { ...noFilters, minDate: '2026-04-05' };
    expect(readFilters(JSON.stringify(before))).toEqual({ ...noFilters, minDate: '2026-04-05' });
    const week = readFilters(JSON.stringify({ ...noFilters, lastDays: 'week' }));
    expect(activeFilters(week)).toEqual(['lastDays']);
    expect(asQuery(week, '', 'UTC', today)).toMatchObject({ minDate: '2026-05-11', maxDate: null, timezone: 'UTC' });
    expect(asQuery(week, '', 'UTC', '2026-05-18')).toMatchObject({ minDate: '2026-05-12' });
    expect(asQuery(week, '', 'UTC', today)).not.toHaveProperty('lastDays');
  });

  it('are none when what was kept cannot be read', () => {
    for (const stored of [null, '', '{', '{"sportIds":"2"}']) expect(readFilters(stored)).toEqual(noFilters);
  });

  it('leave the sport out of a search for calibrations', () => {
    const filters = { ...noFilters, sportIds: [2], record_type: ['calib' as const] };
    expect(asQuery(filters, ' a ', 'UTC', today)).toMatchObject({ sportIds: [], record_type: ['calib'], search: 'a' });
    expect(asQuery({ ...filters, record_type: [] }, '', 'UTC', today)).toMatchObject({ sportIds: [2] });
  });

  it('say in which zone their days are meant', () => {
    const zone = 'Pacific/Auckland';
    for (const days of [{ minDate: '2026-04-05' }, { maxDate: '2026-04-05' }]) {
      expect(asQuery({ ...noFilters, ...days }, '', zone, today)).toMatchObject({ ...days, timezone: zone });
    }
    expect(asQuery(noFilters, '', zone, today)).not.toHaveProperty('timezone');
  });
});
