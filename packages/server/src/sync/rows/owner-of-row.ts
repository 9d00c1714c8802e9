import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import type { RowState } from '../core/index.ts';
import type { RowKey } from './kept-row.ts';
import type { TravellingTable } from './travelling-tables.ts';

/** Table whose row says whose a row is, and the field or key that names that row. */
export interface Owner {
  readonly table: string;
  readonly uid: string;
}

const targets: Readonly<Record<string, string>> = { User: 'users', Client: 'clients', Device: 'devices' };

/** Whose a row is: a client itself, another row that knows, or everybody's (`null`). `undefined`: nobody can tell. */
export function ownerOf(
  { name, pair, table }: TravellingTable,
  key: RowKey,
  state: RowState,
): Owner | null | undefined {
  const value = (field: string) => {
    const of = state.fields[field]?.value;
    return typeof of === 'string' ? of : undefined;
  };
  const by = (owner: string, uid: string | undefined) => (uid === undefined ? undefined : { table: owner, uid });
  if (name === 'clients') return { table: 'clients', uid: key.uid };
  if (name === 'sports') return null;
  if (name === 'parameters') {
    const target = targets[String(value('table_name'))];
    return target === undefined ? null : by(target, value('target_id'));
  }
  if (pair) {
    const refersTo = table.columns.find((column) => column.name === pair[0])?.refersTo;
    return refersTo === undefined ? undefined : { table: refersTo, uid: key.uid };
  }
  if (table.columns.some((column) => column.name === 'client_id')) return by('clients', value('client_id'));
  return by('records', value('record_id'));
}

/** The clients of owners, by `table uid`; rows that are not known are not in it. */
export async function clientsOfOwners(tx: Queryable, owners: readonly Owner[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map(owners.filter(({ table }) => table === 'clients').map((one) => [ownerKey(one), one.uid]));
  const asked = owners.filter(({ table }) => table !== 'clients');
  if (asked.length === 0) return found;
  const { rows } = await tx.execute(sql`select table_name, uid, client_uid from sync_rows where client_uid is not null
    and (table_name, uid) in (select k."table", k.uid
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as k("table" text, uid uuid))`);
  for (const { table_name: table, uid, client_uid } of rows) found.set(`${table} ${uid}`, String(client_uid));
  return found;
}

export const ownerKey = ({ table, uid }: Owner): string => `${table} ${uid}`;
