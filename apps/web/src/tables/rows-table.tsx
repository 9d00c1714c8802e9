import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import { RowButtons } from './row-buttons.tsx';
import styles from './rows-table.module.css';
import type { Column, Row } from './table-definition.ts';
import type { UsableTable } from './table-for.ts';
import type { TableView } from './table-states.ts';
import { useTableWords } from './table-words.ts';
import type { RowAsks } from './use-row-asks.tsx';

/** The rows of a page as a table. Pressing a sortable heading asks the server for that order. */
export function RowsTable<R extends Row>(props: {
  table: UsableTable<R>;
  view: TableView;
  rows: readonly R[];
  chosen: R | undefined;
  asks: RowAsks<R>;
  onChoose(row: R): void;
}): ReactNode {
  const { table, rows, chosen } = props;
  const w = useTableWords(table.name);
  const quick = table.actions.filter((action) => action.quick).length;
  return (
    <table className={styles.table} aria-label={w('title')}>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <Heading key={column.name} table={table} column={column} view={props.view} />
          ))}
          {/* Edit, more, and what the table adds: 28 px each. */}
          <th className={styles.buttons} style={{ width: `calc((var(--button)) * ${quick + 2} + 16px)` }}>
            <span className="visually-hidden">{w('column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={moveAmongRows}>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-chosen={row.id === chosen?.id}
            {...(table.Detail && { onClick: () => props.onChoose(row), className: styles.choosable })}
          >
            {table.columns.map((column, index) => (
              <Cell
                key={column.name}
                column={column}
                row={row}
                {...(index === 0 && table.Detail && { onChoose: () => props.onChoose(row) })}
              />
            ))}
            <td className={styles.buttons}>
              <RowButtons table={table} row={row} asks={props.asks} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Text that the column may cut is whole in the title; the first cell opens the detail, where there is one. */
function Cell<R extends Row>(props: { column: Column<R>; row: R; onChoose?: () => void }): ReactNode {
  const content = cell(props.column, props.row);
  return (
    <td
      className={cellClass(props.column)}
      title={typeof content === 'string' && content !== '–' ? content : undefined}
    >
      {props.onChoose === undefined ? (
        content
      ) : (
        <button type="button" data-row="" className={styles.choose} onClick={props.onChoose}>
          {content}
        </button>
      )}
    </td>
  );
}

function cellClass<R extends Row>({ align, shown }: Column<R>): string {
  return [align === 'right' ? styles.right : '', shown === undefined ? '' : styles[shown]].join(' ').trim();
}

/** What a cell says; without a way of its own, the property of the column's name. */
export function cell<R extends Row>(column: Column<R>, row: R): ReactNode {
  if (column.show !== undefined) return column.show(row);
  const value: unknown = Reflect.get(row, column.name);
  return value === null || value === undefined || value === '' ? '–' : String(value);
}

function Heading<R extends Row>(props: { table: UsableTable<R>; column: Column<R>; view: TableView }): ReactNode {
  const { table, column, view } = props;
  const w = useTableWords(table.name);
  const { by, descending = false } = view.sort ?? table.sort;
  const label = w(`column.${column.name}`);
  const width = column.width === undefined ? {} : { style: { width: column.width } };
  if (column.sort === undefined) {
    return (
      <th scope="col" className={cellClass(column)} {...width}>
        {label}
      </th>
    );
  }
  const sorted = by === column.sort;
  const next = { by: column.sort, descending: sorted && !descending };
  return (
    <th
      scope="col"
      className={cellClass(column)}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : 'none'}
      {...width}
    >
      <button type="button" className={styles.sort} onClick={() => view.change({ sort: next })}>
        {label}
        {sorted && <Icon path={descending ? mdiArrowDown : mdiArrowUp} size={14} />}
      </button>
    </th>
  );
}

/** ↑ and ↓ go from row to row. */
function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(event.target as Node));
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  next.focus();
}
