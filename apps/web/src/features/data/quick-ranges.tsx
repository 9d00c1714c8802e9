import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnTimezone } from '../../base/own-parameters.ts';
import { useFilters } from '../../records/filters.ts';
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

/** The last days in one press; another press takes the range away again. */
export function QuickRanges(): ReactNode {
  const { t } = useTranslation('data');
  const timezone = useOwnTimezone();
  const { filters, change } = useFilters();
  const now = new Date();
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons in a bar of tools, no fields of a form
    <div className={styles.ranges} role="group" aria-label={t('ranges.label')}>
      {names.map((range) => {
        const minDate = firstDayOf(range, timezone, now);
        const isOn = filters.minDate === minDate && filters.maxDate === null;
        return (
          <button
            key={range}
            type="button"
            aria-pressed={isOn}
            onClick={() => change({ minDate: isOn ? null : minDate, maxDate: null })}
          >
            {t(`ranges.${range}`)}
          </button>
        );
      })}
    </div>
  );
}
