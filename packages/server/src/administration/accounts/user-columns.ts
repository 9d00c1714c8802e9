import type { User, UserEdit } from '@sillage/contract';
import type { tables } from '../../platform/database/index.ts';

export type UserRow = typeof tables.users.$inferSelect;

/** What of a person is answered and edited as its column keeps it: field of the contract → column. */
const columns = {
  firstname: 'firstname',
  lastname: 'lastname',
  active: 'active',
  client_id: 'clientId',
  is_recovery: 'isRecovery',
  manager_comment: 'managerComment',
  admin_comment: 'adminComment',
} as const satisfies Partial<Record<keyof User & keyof UserEdit, keyof UserRow>>;

type Columns = typeof columns;
type PlainColumns = { [F in keyof Columns as Columns[F]]: UserRow[Columns[F]] };

/** These fields of a person, as far as they are read. */
export function plainFields(row: UserRow, isRead: (field: string) => boolean): Pick<User, keyof Columns> {
  const read = Object.entries(columns).filter(([field]) => isRead(field));
  const fields = read.map(([field, column]) => [field, row[column]]);
  // Every entry was one of the table's; `Object.fromEntries` forgets the names.
  return Object.fromEntries(fields) as Pick<User, keyof Columns>;
}

/** The columns of those of them that are given. */
export function plainColumns(given: UserEdit): Partial<PlainColumns> {
  const values = new Map(Object.entries(given));
  const kept = Object.entries(columns).flatMap(([field, column]) =>
    values.get(field) === undefined ? [] : [[column, values.get(field)] as const],
  );
  // Every name is one of the columns'; `Object.fromEntries` forgets them.
  return Object.fromEntries(kept) as Partial<PlainColumns>;
}
