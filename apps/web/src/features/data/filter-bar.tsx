import { mdiFilterVariant, mdiMagnify, mdiPlusCircle, mdiRefresh, mdiStar, mdiStarOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFilters } from '../../records/filters.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import type { ScreenSize } from '../../ui/screen-size.ts';
import { ColumnMenu } from './column-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import styles from './index.module.css';
import { QuickRanges } from './quick-ranges.tsx';

/** Search behind a button in the phone's app bar. */
export function PhoneSearch(props: { typed: string; setTyped(text: string): void }): ReactNode {
  const { t } = useTranslation('data');
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <IconButton aria-label={t('search')} onClick={() => setOpen(true)}>
        <Icon path={mdiMagnify} size={24} />
      </IconButton>
    );
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
      autoFocus
      className={styles.phoneSearch}
      type="search"
      value={props.typed}
      placeholder={t('searchHint')}
      aria-label={t('search')}
      onChange={(event) => props.setTyped(event.target.value)}
      onBlur={() => setOpen(props.typed !== '')}
    />
  );
}

interface BarProps {
  readonly typed: string;
  setTyped(text: string): void;
  readonly count: number | undefined;
  readonly mayCreate: boolean;
  readonly size: ScreenSize;
  reload(): void;
  onUpload(): void;
}

/** Search, filters as chips, reload, new data. */
export function FilterBar(props: BarProps): ReactNode {
  const { t } = useTranslation('data');
  const { filters, change } = useFilters();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const phone = props.size === 'phone';
  return (
    <div className={styles.bar}>
      {!phone && (
        <label className={styles.search}>
          <Icon path={mdiMagnify} size={18} />
          <input
            type="search"
            value={props.typed}
            placeholder={t('searchHint')}
            aria-label={t('search')}
            onChange={(event) => props.setTyped(event.target.value)}
          />
        </label>
      )}
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<Icon path={mdiFilterVariant} size={18} />}
      >
        {t('filters.title')}
      </Button>
      {!phone && <QuickRanges />}
      <FilterChips />
      <span className={styles.grow} />
      {!phone && (
        <>
          <IconButton
            aria-pressed={filters.onlyFavorite}
            aria-label={t('filters.onlyFavorite')}
            title={t('filters.onlyFavorite')}
            onClick={() => change({ onlyFavorite: !filters.onlyFavorite })}
          >
            <Icon path={filters.onlyFavorite ? mdiStar : mdiStarOutline} />
          </IconButton>
          <ColumnMenu />
          <IconButton aria-label={t('reload')} title={t('reload')} onClick={props.reload}>
            <Icon path={mdiRefresh} />
          </IconButton>
          {props.mayCreate && (
            <Button variant="contained" onClick={props.onUpload} startIcon={<Icon path={mdiPlusCircle} size={18} />}>
              {t('new.add')}
              <KeyHint>N</KeyHint>
            </Button>
          )}
        </>
      )}
      <FilterPanel anchor={anchor} count={props.count} onClose={() => setAnchor(null)} />
    </div>
  );
}
