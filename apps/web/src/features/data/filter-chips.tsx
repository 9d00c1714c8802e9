import { mdiClose } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../base/notify.ts';
import { useFormatDate } from '../../base/use-format-date.ts';
import { activeFilters, type FilterName, useFilters } from '../../records/filters.ts';
import { useClientLists } from '../../records/record-queries.ts';
import { useScenarioChoices } from '../../records/scenario-choices.ts';
import styles from '../../ui/filter-chip.module.css';
import { Icon } from '../../ui/icon.tsx';
import { useDeviceChoices } from './device-choices.ts';

/** What each active filter says on its chip: the name itself, or how many are chosen. */
export function useFilterWords(): (name: FilterName) => { label: string; value: string } {
  const { t } = useTranslation('data');
  const day = useFormatDate('day');
  const { filters } = useFilters();
  const { people, sports, groups, exercises } = useClientLists();
  const devices = useDeviceChoices();
  const scenarios = useScenarioChoices(filters.scenario_ids.length > 0);
  const names: Record<string, (id: number | string) => string | undefined> = {
    userIds: (id) => {
      const person = people.find((one) => one.id === id);
      return person && `${person.firstname} ${person.lastname}`;
    },
    sportIds: (id) => {
      const sport = sports.find((one) => one.id === id);
      return sport && inPageLanguage(sport.display_name);
    },
    groupIds: (id) => groups.find((one) => one.id === id)?.name,
    deviceIds: (id) => devices.find((one) => one.value === id)?.label,
    exerciseIds: (id) => exercises.find((one) => one.id === id)?.name,
    scenario_ids: (id) => scenarios?.find((one) => one.value === id)?.label,
    record_type: (type) => t(`type.${type}`),
  };
  return (name) => {
    const value = filters[name];
    const label = t(`filters.chip.${name}`);
    if (name === 'lastDays') return { label, value: filters.lastDays === null ? '' : t(`ranges.${filters.lastDays}`) };
    if (Array.isArray(value)) {
      const [only] = value;
      const word = value.length === 1 && only !== undefined ? names[name]?.(only) : undefined;
      return { label, value: word ?? String(value.length) };
    }
    return { label, value: typeof value === 'string' ? day(value) : '' };
  };
}

/**
 * The active filters, each with its way out.
 * @param said those that a pressed button beside says already
 */
export function FilterChips({ said }: { said: readonly FilterName[] }): ReactNode {
  const { t } = useTranslation('data');
  const { filters, remove, reset } = useFilters();
  const wordsOf = useFilterWords();
  const active = activeFilters(filters).filter((name) => !said.includes(name));
  if (active.length === 0) return null;
  return (
    <>
      {active.map((name) => {
        const { label, value } = wordsOf(name);
        return (
          <span key={name} className={styles.chip}>
            <span>
              {label} {value !== '' && <b>{value}</b>}
            </span>
            <button
              type="button"
              aria-label={t('filters.remove', { name: `${label} ${value}`.trim() })}
              onClick={() => remove(name)}
            >
              <Icon path={mdiClose} size={14} />
            </button>
          </span>
        );
      })}
      <Button onClick={reset}>{t('filters.reset')}</Button>
    </>
  );
}
