import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type FilterName, useFilters } from '../../records/filters.ts';
import { LastDays } from '../../records/last-days.ts';
import styles from './quick-ranges.module.css';

/** Filters that a pressed button of the bar says already. */
export const saidByButtons: readonly FilterName[] = ['onlyFavorite', 'lastDays'];

/** The last days in one press; another press takes the range away again. */
export function QuickRanges(): ReactNode {
  const { t } = useTranslation('data');
  const { filters, change } = useFilters();
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons in a bar of tools, no fields of a form
    <div className={styles.ranges} role="group" aria-label={t('ranges.label')}>
      {LastDays.options.map((name) => {
        const isPressed = name === filters.lastDays;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isPressed}
            onClick={() => change({ lastDays: isPressed ? null : name, minDate: null, maxDate: null })}
          >
            {t(`ranges.${name}`)}
          </button>
        );
      })}
    </div>
  );
}
