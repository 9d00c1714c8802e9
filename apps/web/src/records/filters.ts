import { RecordType } from '@sillage/contract';
import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenClientChanges } from '../base/active-client.ts';
import { resetWhenSignedOut } from '../base/forget-user.ts';
import { firstDayOf, LastDays } from './last-days.ts';

export const Filters = z.object({
  userIds: z.array(z.number()),
  groupIds: z.array(z.number()),
  sportIds: z.array(z.number()),
  deviceIds: z.array(z.number()),
  exerciseIds: z.array(z.number()).default([]),
  scenario_ids: z.array(z.number()).default([]),
  record_type: z.array(RecordType),
  onlyFavorite: z.boolean(),
  /** Records of sessions, besides the sessions. */
  include_seances_subrecords: z.boolean().default(false),
  /** Instead of `minDate` and `maxDate`. */
  lastDays: LastDays.nullable().default(null),
  /** `yyyy-mm-dd` */
  minDate: z.string().nullable(),
  maxDate: z.string().nullable(),
});
/** What the lists are narrowed to; kept by the browser. */
export type Filters = z.infer<typeof Filters>;
export type FilterName = keyof Filters;

export const noFilters: Filters = {
  userIds: [],
  groupIds: [],
  sportIds: [],
  deviceIds: [],
  exerciseIds: [],
  scenario_ids: [],
  record_type: [],
  onlyFavorite: false,
  include_seances_subrecords: false,
  lastDays: null,
  minDate: null,
  maxDate: null,
};

const storageKey = 'sillage.dataFilters';

/** The filters of the last visit; none when they cannot be read. */
export function readFilters(stored: string | null): Filters {
  try {
    return Filters.parse(JSON.parse(stored ?? ''));
  } catch {
    return noFilters;
  }
}

/** Names of the filters that narrow, in the order of their chips. */
export function activeFilters(filters: Filters): FilterName[] {
  return Filters.keyof().options.filter((name) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== false;
  });
}

/** The days that the filters mean today. */
export function daysOf({ lastDays, minDate, maxDate }: Filters, today: string): Pick<Filters, 'minDate' | 'maxDate'> {
  return lastDays === null ? { minDate, maxDate } : { minDate: firstDayOf(lastDays, today), maxDate: null };
}

/**
 * The filters as the server takes them; the sport does not narrow calibrations.
 * @param timezone in which the days are meant
 */
export function asQuery(filters: Filters, search: string, timezone: string, today: string) {
  const { sportIds, lastDays: _, ...rest } = filters;
  const days = daysOf(filters, today);
  const calibrationsOnly = filters.record_type.length === 1 && filters.record_type[0] === 'calib';
  // Without days the zone changes nothing, and lists need not be asked anew when it comes to be known. Words may name one.
  const namesDays = days.minDate !== null || days.maxDate !== null || search.trim() !== '';
  const zone = namesDays ? { timezone } : {};
  return { ...rest, ...days, ...zone, sportIds: calibrationsOnly ? [] : sportIds, search: search.trim() };
}

interface FilterStore {
  readonly filters: Filters;
  change(some: Partial<Filters>): void;
  remove(name: FilterName): void;
  reset(): void;
}

export const useFilters = create<FilterStore>()((set) => ({
  filters: readFilters(localStorage.getItem(storageKey)),
  change: (some) => set(({ filters }) => ({ filters: { ...filters, ...some } })),
  remove: (name) => set(({ filters }) => ({ filters: { ...filters, [name]: noFilters[name] } })),
  reset: () => set({ filters: noFilters }),
}));

useFilters.subscribe(({ filters }) => localStorage.setItem(storageKey, JSON.stringify(filters)));
resetWhenSignedOut(() => useFilters.getState().reset());
resetWhenClientChanges(() => useFilters.getState().reset());
