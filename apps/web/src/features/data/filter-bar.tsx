import {
  mdiAccountGroupOutline,
  mdiCloudUploadOutline,
  mdiFilterVariant,
  mdiMagnify,
  mdiPlusCircle,
  mdiRefresh,
  mdiStar,
  mdiStarOutline,
} from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Record } from '@sillage/contract';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reachOf } from '../../base/may.ts';
import { useUser } from '../../base/services.tsx';
import { activeFilters, type FilterName, useFilters } from '../../records/filters.ts';
import { useMaySend } from '../../sending/use-waiting.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import styles from './index.module.css';
import { useSendPanel } from './open-send-panel.ts';
import { QuickRanges, saidByButtons } from './quick-ranges.tsx';

interface SearchProps {
  readonly typed: string;
  setTyped(text: string): void;
}

/** Search behind a button. */
function PhoneSearch(props: SearchProps): ReactNode {
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

/** Search and filters in the phone's app bar. */
export function PhoneActions(props: SearchProps & { count: number | undefined }): ReactNode {
  return (
    <>
      <PhoneSearch typed={props.typed} setTyped={props.setTyped} />
      <TeamLink />
      <FiltersButton count={props.count} phone />
    </>
  );
}

/** To the results of a group, for those who see groups. */
function TeamLink(): ReactNode {
  const { t } = useTranslation('data');
  const navigate = useNavigate();
  const reach = reachOf(useUser(), 'group.read');
  if (reach === undefined || reach === 'own') return null;
  return (
    <IconButton aria-label={t('team')} title={t('team')} onClick={() => void navigate({ to: '/team' })}>
      <Icon path={mdiAccountGroupOutline} />
    </IconButton>
  );
}

/** Opens the panel that sends records to the cloud, or closes it. */
function SendButton(): ReactNode {
  const { t } = useTranslation('data');
  const { isOpen, open } = useSendPanel();
  if (!useMaySend()) return null;
  return (
    <IconButton aria-pressed={isOpen} aria-label={t('sendPanel')} title={t('sendPanel')} onClick={() => open(!isOpen)}>
      <Icon path={mdiCloudUploadOutline} />
    </IconButton>
  );
}

/** Opens the filters. */
function FiltersButton(props: { count: number | undefined; phone?: boolean }): ReactNode {
  const { t } = useTranslation('data');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opens = {
    'aria-haspopup': 'dialog' as const,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  };
  return (
    <>
      {props.phone ? (
        <IconButton {...opens} aria-label={t('filters.title')}>
          <Icon path={mdiFilterVariant} size={24} />
        </IconButton>
      ) : (
        <Button {...opens} variant="outlined" startIcon={<Icon path={mdiFilterVariant} size={18} />}>
          {t('filters.title')}
        </Button>
      )}
      <FilterPanel anchor={anchor} count={props.count} onClose={() => setAnchor(null)} />
    </>
  );
}

/** The active filters on a phone; nothing while none is. */
export function PhoneChips(): ReactNode {
  const isNarrowed = useFilters(({ filters }) => activeFilters(filters).length > 0);
  if (!isNarrowed) return null;
  return (
    <div className={styles.bar}>
      <FilterChips said={noneSaid} />
    </div>
  );
}

const noneSaid: readonly FilterName[] = [];

interface BarProps extends SearchProps {
  readonly count: number | undefined;
  readonly mayCreate: boolean;
  /** Of the page that is shown. */
  readonly records: readonly Record[];
  reload(): void;
  onUpload(): void;
}

/** Search, filters, the last days, chips, columns, the list as a file, reload, new data. */
export function FilterBar(props: BarProps): ReactNode {
  const { t } = useTranslation('data');
  const { filters, change } = useFilters();
  return (
    <div className={styles.bar}>
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
      <FiltersButton count={props.count} />
      <QuickRanges />
      <FilterChips said={saidByButtons} />
      <span className={styles.grow} />
      <IconButton
        aria-pressed={filters.onlyFavorite}
        aria-label={t('filters.onlyFavorite')}
        title={t('filters.onlyFavorite')}
        onClick={() => change({ onlyFavorite: !filters.onlyFavorite })}
      >
        <Icon path={filters.onlyFavorite ? mdiStar : mdiStarOutline} />
      </IconButton>
      <TeamLink />
      <SendButton />
      <ColumnMenu records={props.records} />
      <ExportButton />
      <IconButton aria-label={t('reload')} title={t('reload')} onClick={props.reload}>
        <Icon path={mdiRefresh} />
      </IconButton>
      {props.mayCreate && (
        <Button variant="contained" onClick={props.onUpload} startIcon={<Icon path={mdiPlusCircle} size={18} />}>
          {t('new.add')}
          <KeyHint>N</KeyHint>
        </Button>
      )}
    </div>
  );
}
