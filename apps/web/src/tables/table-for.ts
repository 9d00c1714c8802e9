import { mayWrite, type Role, rank, ranksAmong, type User } from '@sillage/contract';
import { may, mayCall } from '../base/may.ts';
import type { AdminTable, Field, Row, RowAction, TableEndpoints } from './table-definition.ts';

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

/** The table for a person: columns and actions of the role, and what each row says may be done with it. */
export function tableFor<R extends Row>(table: AdminTable<R>, user: User): UsableTable<R> {
  const role = rank(user.roles);
  const seeEveryClient = role === 'Admin';
  const isFor = ({ roles }: { readonly roles?: readonly Role[] }) =>
    roles === undefined || ranksAmong(user.roles, roles);
  return {
    ...table,
    ...(role && table.forRole?.[role]),
    columns: table.columns.filter((column) => isFor(column) && (seeEveryClient || column.name !== 'client')),
    actions: (table.actions ?? [])
      .filter(({ needs }) => needs === undefined || may(user, needs))
      .map((action) => ({ ...action, offered: (row: R) => action.offered?.(row, user) ?? true })),
    may: {
      create: mayCall(user, table.endpoints.create),
      seeEveryClient,
      edit: (row) => row.may.edit,
      delete: (row) => row.may.delete && (table.offersDeletion?.(row, user) ?? true),
    },
  };
}

/** The fields of the form that changes a row, or adds one (`row` absent): those that the person may write. */
export function fieldsFor<R extends Row>(
  { fields, endpoints }: Pick<AdminTable<R>, 'fields'> & { readonly endpoints: Pick<TableEndpoints<R>, 'rights'> },
  row: R | undefined,
  user: User,
): Field<R>[] {
  const mode = row === undefined ? 'create' : 'edit';
  function isWritten({ name, kind }: Field<R>): boolean {
    // Of a text in two languages each has a field: `display_name.fr`.
    const [whole = name] = name.split('.');
    if (row === undefined) return mayWrite(endpoints.rights, whole, user.roles);
    // A file goes beside the body, whose fields the row tells.
    return kind === 'file' ? row.may.edit : row.may.fields.includes(whole);
  }
  return fields
    .filter(({ only }) => only === undefined || only === mode)
    .flatMap((field): Field<R>[] => {
      if (isWritten(field)) return [field];
      // A new row cannot be without it: it is sent as the form starts, out of sight.
      return field.keepStart && row === undefined ? [{ ...field, hidden: true }] : [];
    });
}
