import { type Role, rank, type User } from '@sillage/contract';
import { may, mayCall } from '../base/may.ts';
import type { AdminTable, Field, Row, RowAction } from './table-definition.ts';

/** A table as the signed-in person may use it: what the role has no right to is left out. */
export interface UsableTable<R extends Row> extends AdminTable<R> {
  readonly may: {
    readonly create: boolean;
    /** Rows of other clients may be asked for. */
    readonly seeEveryClient: boolean;
    edit(row: R): boolean;
    delete(row: R): boolean;
  };
  readonly actions: readonly (RowAction<R> & { offered(row: R): boolean })[];
}

/** The table for a person: rights of its endpoints, columns, fields and actions of the role. */
export function tableFor<R extends Row>(table: AdminTable<R>, user: User): UsableTable<R> {
  const role = rank(user.roles);
  const seeEveryClient = role === 'Admin';
  const isFor = ({ roles }: { readonly roles?: readonly Role[] }) => roles?.includes(role) ?? true;
  const { create, edit, delete: remove } = table.endpoints;
  const mayDo = { edit: mayCall(user, edit), delete: mayCall(user, remove) };
  return {
    ...table,
    ...table.forRole?.[role],
    columns: table.columns.filter((column) => isFor(column) && (seeEveryClient || column.name !== 'client')),
    fields: fieldsFor(table.fields, isFor),
    actions: (table.actions ?? [])
      .filter(({ needs }) => needs === undefined || may(user, needs))
      .map((action) => ({ ...action, offered: (row: R) => action.offered?.(row, user) ?? true })),
    may: {
      create: mayCall(user, create),
      seeEveryClient,
      edit: (row) => mayDo.edit && (table.mayEdit?.(row, user) ?? true),
      delete: (row) => mayDo.delete && (table.mayDelete?.(row, user) ?? true),
    },
  };
}

/** A field that a new row cannot be without is kept out of sight, with what the form starts with. */
function fieldsFor<R extends Row>(fields: readonly Field<R>[], isFor: (field: Field<R>) => boolean): Field<R>[] {
  return fields.flatMap((field): Field<R>[] => {
    if (isFor(field)) return [field];
    return field.keepStart ? [{ ...field, hidden: true, only: 'create' }] : [];
  });
}
