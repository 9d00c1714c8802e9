import { mdiMagnify } from '@mdi/js';
import type { LedgerPlace } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './ledger-filters.module.css';
import type { LedgerFilter } from './save-ledger.ts';

const ofHub: readonly LedgerPlace[] = ['all', 'only_here', 'waiting', 'both', 'not_here', 'refused'];
/** A cloud sends nothing. */
const ofCloud: readonly LedgerPlace[] = ['all', 'not_here', 'refused'];

/** Narrows the ledger to what is at a place, each with how many there are, and to a name or a hash. */
export function LedgerFilters(props: {
  filter: LedgerFilter;
  places: Readonly<Record<LedgerPlace, number>> | undefined;
  isHub: boolean;
  onChange(filter: LedgerFilter): void;
}): ReactNode {
  const { t } = useTranslation('sync');
  const language = useAppearance((appearance) => appearance.language);
  const { filter, places, isHub, onChange } = props;
  return (
    <div className={styles.filters}>
      <label className={styles.search}>
        <Icon path={mdiMagnify} size={18} />
        <input
          type="search"
          value={filter.search}
          maxLength={200}
          placeholder={t('searchLedger')}
          aria-label={t('searchLedger')}
          onChange={({ target }) => onChange({ ...filter, search: target.value })}
        />
      </label>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row of its own height */}
      <div className={styles.places} role="group" aria-label={t('column.where')}>
        {(isHub ? ofHub : ofCloud).map((where) => (
          <button
            key={where}
            type="button"
            aria-pressed={filter.where === where}
            onClick={() => onChange({ ...filter, where })}
          >
            {t(`filter.${!isHub && where === 'not_here' ? 'onHub' : where}`)}
            {places !== undefined && <small>{formatNumber(places[where], 0, language)}</small>}
          </button>
        ))}
      </div>
    </div>
  );
}
