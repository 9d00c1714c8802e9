import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnTimezone } from '../../base/own-parameters.ts';
import { type FilterName, useFilters } from '../../records/filters.ts';
import { dayAfter } from '../../ui/typed-day.ts';
import styles from './quick-ranges.module.css';

/** Days before today with which each range begins. */
const daysBefore = { today: 0, week: 6, month: 29 } as const;
type RangeName = keyof typeof daysBefore;
const names: readonly RangeName[] = ['today', 'week', 'month'];

/** `yyyy-mm-dd` at a moment in a zone. */
function dayIn(timezone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now);
}

/** The first day of a range that ends today. */
export function firstDayOf(range: RangeName, timezone: string, now: Date): string {
  return dayAfter(dayIn(timezone, now), -daysBefore[range]);
}

/** The range that the filters are at, and the first day of each. */
function useRanges() {
  const timezone = useOwnTimezone();
  const { filters } = useFilters();
  const now = new Date();
  const ranges = names.map((name) => ({ name, minDate: firstDayOf(name, timezone, now) }));
  const pressed = ranges.find(({ minDate }) => filters.maxDate === null && filters.minDate === minDate)?.name;
  return { ranges, pressed };
}

/** Filters that a pressed button of the bar says already. */
export function useSaidByButtons(): readonly FilterName[] {
  const { pressed } = useRanges();
  return pressed === undefined ? ['onlyFavorite'] : ['onlyFavorite', 'minDate'];
}

/** The last days in one press; another press takes the range away again. */
export function QuickRanges(): ReactNode {
  const { t } = useTranslation('data');
  const change = useFilters((store) => store.change);
  const { ranges, pressed } = useRanges();
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons in a bar of tools, no fields of a form
    <div className={styles.ranges} role="group" aria-label={t('ranges.label')}>
      {ranges.map(({ name, minDate }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === pressed}
          onClick={() => change({ minDate: name === pressed ? null : minDate, maxDate: null })}
        >
          {t(`ranges.${name}`)}
        </button>
      ))}
    </div>
  );
}
