import { mdiDelete, mdiPencil } from '@mdi/js';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notifyProblem } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import { Icon } from '../ui/icon.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { Row, RowAction } from './table-definition.ts';
import type { UsableTable } from './table-for.ts';
import { useTableWords } from './table-words.ts';
import { refetchTables } from './use-rows.ts';

/** What can be asked for a row, or for none. */
export interface RowAsks<R extends Row> {
  add(): void;
  edit(row: R): void;
  remove(row: R): void;
  act(action: RowAction<R>, row: R): void;
  /** Whether anything can be asked for the row. */
  hasMenu(row: R): boolean;
  openMenu(row: R, anchor: HTMLElement): void;
}

type Open<R extends Row> =
  | { readonly what: 'edit'; readonly row: R | undefined }
  | { readonly what: 'delete' | 'created'; readonly row: R }
  | { readonly what: 'action'; readonly action: RowAction<R>; readonly row: R };

/** The dialogs of a table and what opens them; `dialogs` is put once beside the rows. */
export function useRowAsks<R extends Row>(table: UsableTable<R>): { asks: RowAsks<R>; dialogs: ReactNode } {
  const server = useServer();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open<R>>();
  const [menu, setMenu] = useState<{ row: R; anchor: HTMLElement }>();
  const close = () => setOpen(undefined);
  const refresh = () => refetchTables(queryClient);

  async function edit(row: R): Promise<void> {
    try {
      setOpen({ what: 'edit', row: table.load === undefined ? row : await table.load(row, server) });
    } catch (problem) {
      notifyProblem(problem);
    }
  }
  async function act(action: RowAction<R>, row: R): Promise<void> {
    if (action.Dialog !== undefined) return setOpen({ what: 'action', action, row });
    try {
      await action.run?.(row, { server, refresh });
    } catch (problem) {
      notifyProblem(problem);
    }
  }

  const asks: RowAsks<R> = {
    add: () => setOpen({ what: 'edit', row: undefined }),
    edit: (row) => void edit(row),
    remove: (row) => setOpen({ what: 'delete', row }),
    act: (action, row) => void act(action, row),
    hasMenu: (row) => table.may.edit(row) || table.may.delete(row) || actionsOf(table, row).length > 0,
    openMenu: (row, anchor) => setMenu({ row, anchor }),
  };
  const Created = open?.what === 'created' ? table.Created : undefined;
  const Action = open?.what === 'action' ? open.action.Dialog : undefined;
  return {
    asks,
    dialogs: (
      <>
        {menu && (
          <RowMenu table={table} row={menu.row} anchor={menu.anchor} asks={asks} onClose={() => setMenu(undefined)} />
        )}
        {open?.what === 'edit' && (
          <EditDialog
            table={table}
            row={open.row}
            onClose={close}
            onDelete={(row) => setOpen({ what: 'delete', row })}
            onCreated={(row) => (table.Created === undefined ? close() : setOpen({ what: 'created', row }))}
          />
        )}
        {open?.what === 'delete' && <DeleteDialog table={table} row={open.row} onClose={close} />}
        {open?.what === 'created' && Created && <Created row={open.row} onClose={close} />}
        {open?.what === 'action' && Action && <Action row={open.row} onClose={close} />}
      </>
    ),
  };
}

function actionsOf<R extends Row>({ actions }: UsableTable<R>, row: R) {
  return actions.filter((action) => action.offered(row));
}

function RowMenu<R extends Row>(props: {
  table: UsableTable<R>;
  row: R;
  anchor: HTMLElement;
  asks: RowAsks<R>;
  onClose(): void;
}): ReactNode {
  const { table, row, asks } = props;
  const w = useTableWords(table.name);
  const entries = [
    ...(table.may.edit(row) ? [{ name: 'edit', word: w('edit'), icon: mdiPencil, run: () => asks.edit(row) }] : []),
    ...actionsOf(table, row).map((action) => ({
      name: action.name,
      word: w(`action.${action.name}`),
      icon: action.icon,
      run: () => asks.act(action, row),
    })),
    ...(table.may.delete(row)
      ? [{ name: 'delete', word: w('delete.ask'), icon: mdiDelete, run: () => asks.remove(row) }]
      : []),
  ];
  return (
    <Menu open anchorEl={props.anchor} onClose={props.onClose}>
      {entries.map((entry) => (
        <MenuItem
          key={entry.name}
          onClick={() => {
            props.onClose();
            entry.run();
          }}
        >
          <Icon path={entry.icon} size={18} />
          {entry.word}
        </MenuItem>
      ))}
    </Menu>
  );
}
