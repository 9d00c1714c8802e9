import { mdiDotsVertical } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './rows-list.module.css';
import type { Row } from './table-definition.ts';
import type { UsableTable } from './table-for.ts';
import { useTableWords } from './table-words.ts';
import type { RowAsks } from './use-row-asks.tsx';

/** The rows of a page on a phone: one target a row, its menu at the right. */
export function RowsList<R extends Row>(props: {
  table: UsableTable<R>;
  rows: readonly R[];
  asks: RowAsks<R>;
  onChoose(row: R): void;
}): ReactNode {
  const { table, asks } = props;
  const w = useTableWords(table.name);
  return (
    <ul aria-label={w('title')}>
      {props.rows.map((row) => (
        <li key={row.id} className={styles.row}>
          <button
            type="button"
            className={styles.open}
            disabled={table.Detail === undefined && !table.may.edit(row)}
            onClick={() => (table.Detail ? props.onChoose(row) : asks.edit(row))}
          >
            <span className={styles.name}>{table.nameOf(row)}</span>
            <span className={styles.aside}>{table.phone.aside?.(row)}</span>
            <span className={styles.summary}>{table.phone.summary(row)}</span>
          </button>
          {asks.hasMenu(row) && (
            <IconButton
              aria-label={w('more', { name: table.nameOf(row) })}
              aria-haspopup="menu"
              onClick={(event) => asks.openMenu(row, event.currentTarget)}
            >
              <Icon path={mdiDotsVertical} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
