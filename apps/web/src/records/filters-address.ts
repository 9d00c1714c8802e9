import { isDay } from '../ui/typed-day.ts';
import { activeFilters, type FilterName, Filters, noFilters } from './filters.ts';

/** What the filters are called in an address. */
const names: Readonly<Record<FilterName, string>> = {
  userIds: 'athletes',
  groupIds: 'groups',
  sportIds: 'sports',
  deviceIds: 'devices',
  exerciseIds: 'exercises',
  scenario_ids: 'scenarios',
  record_type: 'types',
  onlyFavorite: 'favourites',
  include_seances_subrecords: 'members',
  lastDays: 'last',
  minDate: 'from',
  maxDate: 'to',
};
const mostCharacters = 4000;

/** The filters as `?athletes=3,5&last=week`; empty without any. */
export function writeFilters(filters: Filters): string {
  const said = activeFilters(filters).map((name) => [names[name], String(filters[name])]);
  return said.length === 0 ? '' : `?${new URLSearchParams(said)}`;
}

/** The filters of an address; undefined where it says none, or what is none. */
export function readFilterAddress(search: string): Filters | undefined {
  const given = new URLSearchParams(search.slice(0, mostCharacters));
  const said = Filters.keyof().options.flatMap((name) => {
    const text = given.get(names[name]);
    return text === null ? [] : [[name, readValue(name, text)] as const];
  });
  if (said.length === 0) return undefined;
  const { data } = Filters.safeParse({ ...noFilters, ...Object.fromEntries(said) });
  const days = [data?.minDate, data?.maxDate];
  return days.every((day) => day == null || isDay(day)) ? data : undefined;
}

function readValue(name: FilterName, text: string): unknown {
  switch (name) {
    case 'record_type':
      return text.split(',');
    case 'onlyFavorite':
    case 'include_seances_subrecords':
      return text === 'true';
    case 'lastDays':
    case 'minDate':
    case 'maxDate':
      return text;
    default:
      return text.split(',').map((id) => (/^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined));
  }
}
