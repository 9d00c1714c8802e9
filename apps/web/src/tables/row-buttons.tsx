import { mdiDotsVertical, mdiPencil } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './row-buttons.module.css';
import type { Row } from './table-definition.ts';
import type { UsableTable } from './table-for.ts';
import { useTableWords } from './table-words.ts';
import type { RowAsks } from './use-row-asks.tsx';

/** Edit, what the table adds, and the menu of the rest, each for those who may. */
export function RowButtons<R extends Row>(props: { table: UsableTable<R>; row: R; asks: RowAsks<R> }): ReactNode {
  const { table, row, asks } = props;
  const w = useTableWords(table.name);
  const name = table.nameOf(row);
  const quick = table.actions.filter((action) => action.quick);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only keeps the press from choosing the row below it
    <span className={styles.buttons} onClick={(event) => event.stopPropagation()}>
      {table.may.edit(row) && (
        <IconButton
          aria-label={w('actionOf', { action: w('edit'), name })}
          title={w('edit')}
          onClick={() => asks.edit(row)}
        >
          <Icon path={mdiPencil} size={18} />
        </IconButton>
      )}
      {quick.map((action) =>
        action.offered(row) ? (
          <IconButton
            key={action.name}
            aria-label={w('actionOf', { action: w(`action.${action.name}`), name })}
            title={w(`action.${action.name}`)}
            onClick={() => asks.act(action, row)}
          >
            <Icon path={action.icon} size={18} />
          </IconButton>
        ) : (
          // Its place stays: the pencils of all rows are below each other.
          <span key={action.name} className={styles.place} />
        ),
      )}
      {asks.hasMenu(row) && (
        <IconButton
          aria-label={w('more', { name })}
          title={w('moreTitle')}
          aria-haspopup="menu"
          onClick={(event) => asks.openMenu(row, event.currentTarget)}
        >
          <Icon path={mdiDotsVertical} size={18} />
        </IconButton>
      )}
    </span>
  );
}
