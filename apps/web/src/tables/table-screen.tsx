import { mdiClose } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { refetchTable } from '../base/cached-query.ts';
import { useUser } from '../base/services.tsx';
import { BottomSheet } from '../ui/bottom-sheet.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pager } from '../ui/pager.tsx';
import { useScreenSize } from '../ui/screen-size.ts';
import { LoadingFailed, LoadingRows, NoRows } from './list-states.tsx';
import { RowsList } from './rows-list.tsx';
import { RowsTable } from './rows-table.tsx';
import type { AdminTable, Row } from './table-definition.ts';
import { tableFor } from './table-for.ts';
import styles from './table-screen.module.css';
import { useTableState } from './table-states.ts';
import { TableToolbar } from './table-toolbar.tsx';
import { useTableWords } from './table-words.ts';
import { useRowAsks } from './use-row-asks.tsx';
import { useRows } from './use-rows.ts';

/** The screen of any table of the administration, as the signed-in person may use it. */
export function TableScreen<R extends Row>(props: { table: AdminTable<R> }): ReactNode {
  const user = useUser();
  const table = useMemo(() => tableFor(props.table, user), [props.table, user]);
  const view = useTableState(table.name);
  const w = useTableWords(table.name);
  const list = useRows(table, view);
  const { asks, dialogs } = useRowAsks(table);
  const queryClient = useQueryClient();
  const [chosenId, setChosenId] = useState<number>();
  const size = useScreenSize();
  const rows = list.data?.items;
  const chosen = rows?.find(({ id }) => id === chosenId);
  const shown = {
    table,
    asks,
    onChoose: (row: R) => setChosenId(row.id === chosenId ? undefined : row.id),
  };
  return (
    <>
      <section className={styles.main}>
        <TableToolbar
          table={table}
          view={view}
          total={list.data?.total}
          onReload={() => void refetchTable(queryClient, table.cached)}
          onAdd={asks.add}
        />
        {table.introduced && <p className={styles.intro}>{w('intro')}</p>}
        <div ref={view.box} className={styles.rows} aria-busy={list.isFetching}>
          {rows === undefined && list.error === null && <LoadingRows />}
          {rows === undefined && list.error !== null && (
            <LoadingFailed problem={list.error} onRetry={() => void list.refetch()} />
          )}
          {rows?.length === 0 && <NoRows table={table} view={view} onAdd={asks.add} />}
          {rows !== undefined &&
            rows.length > 0 &&
            (size === 'phone' ? (
              <RowsList {...shown} rows={rows} />
            ) : (
              <RowsTable {...shown} rows={rows} view={view} chosen={chosen} />
            ))}
          {table.Below && list.data !== undefined && <table.Below />}
        </div>
        <Pager
          page={view.page}
          total={list.data?.total ?? (list.error === null ? undefined : 0)}
          isEstimate={list.data?.total_is_estimate}
          pageSize={view.pageSize}
          chosenSize={view.chosenSize}
          onPageSize={view.choosePageSize}
          onPage={view.turnTo}
        />
      </section>
      {chosen && <DetailPanel table={table} row={chosen} onClose={() => setChosenId(undefined)} />}
      {dialogs}
    </>
  );
}

/** What is known of the chosen row: at the right where there is room, else a sheet. */
function DetailPanel<R extends Row>(props: { table: AdminTable<R>; row: R; onClose(): void }): ReactNode {
  const { table, row, onClose } = props;
  const size = useScreenSize();
  const w = useTableWords(table.name);
  if (table.Detail === undefined) return null;
  const content = (
    <>
      <div className={styles.detailHead}>
        <h3>{table.nameOf(row)}</h3>
        <IconButton onClick={onClose} aria-label={w('close')}>
          <Icon path={mdiClose} />
        </IconButton>
      </div>
      <div className={styles.detail}>
        <table.Detail row={row} />
      </div>
    </>
  );
  if (size === 'desktop') return <aside className={styles.panel}>{content}</aside>;
  return (
    <BottomSheet open onClose={onClose}>
      {content}
    </BottomSheet>
  );
}
