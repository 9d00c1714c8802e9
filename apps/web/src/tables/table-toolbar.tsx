import { mdiMagnify, mdiPlusCircle, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId } from 'react';
import { useAppearance } from '../base/appearance.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { useScreenSize } from '../ui/screen-size.ts';
import type { Row } from './table-definition.ts';
import { TableFilters } from './table-filters.tsx';
import type { UsableTable } from './table-for.ts';
import { isFiltered, type TableView } from './table-states.ts';
import styles from './table-toolbar.module.css';
import { useTableWords } from './table-words.ts';

/** Title, count, search, filters; reload and, for those who may, add at the right. */
export function TableToolbar<R extends Row>(props: {
  table: UsableTable<R>;
  view: TableView;
  total: number | undefined;
  onReload(): void;
  onAdd(): void;
}): ReactNode {
  const { table, view, total } = props;
  const w = useTableWords(table.name);
  const language = useAppearance((appearance) => appearance.language);
  const search = useId();
  const phone = useScreenSize() === 'phone';
  // The empty list of a phone has this button in its middle.
  const isInvited = phone && total === 0 && !isFiltered(view);
  return (
    <div className={styles.bar}>
      <h2 className={styles.title}>{w('title')}</h2>
      {total !== undefined && <span className={styles.count}>{formatNumber(total, 0, language)}</span>}
      <search className={styles.search}>
        <Icon path={mdiMagnify} size={20} />
        <input
          id={search}
          type="search"
          value={view.search}
          maxLength={200}
          aria-label={w('search')}
          placeholder={w('search')}
          onChange={(event) => view.change({ search: event.target.value })}
        />
      </search>
      <div className={styles.filters}>
        <TableFilters table={table} view={view} />
      </div>
      <div className={styles.end}>
        <IconButton onClick={props.onReload} aria-label={w('reload')} title={w('reload')}>
          <Icon path={mdiRefresh} />
        </IconButton>
        {table.may.create && !isInvited && (
          <Button
            onClick={props.onAdd}
            {...(phone && { variant: 'contained', size: 'large', className: styles.floating ?? '' })}
            startIcon={<Icon path={mdiPlusCircle} size={18} />}
          >
            {w('add')}
          </Button>
        )}
      </div>
    </div>
  );
}
